/* What tests/browser/pages/checks.py asks of a page. */
window.looks = {
  CONTROLS: "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']",
  LEAST: 44,

  say: (element) => element.cloneNode(false).outerHTML.slice(0, 140) + element.textContent.trim().replace(/\s+/g, " ").slice(0, 40),

  isSeen: (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest("[inert], .unseen, .skip"),

  controls() {
    return [...document.querySelectorAll(this.CONTROLS)].filter((element) => this.isSeen(element) && !element.disabled);
  },

  unfold() {
    for (const details of document.querySelectorAll("details")) details.open = true;
  },

  /* Links within a sentence are as high as its lines (WCAG 2.5.8 leaves them out). */
  isInSentence(element) {
    if (!element.matches("a") || getComputedStyle(element).display !== "inline") return false;
    const block = element.closest("p, li, dd, td, th, div, h1, h2, h3");
    const words = (block?.textContent ?? "").trim().length - element.textContent.trim().length;
    return words > 0;
  },

  /* Whether a finger that lands half of the least size from the middle still presses the control. */
  isPressedAround(element) {
    element.scrollIntoView({ block: "center", inline: "center" });
    const box = element.getBoundingClientRect(), half = this.LEAST / 2 - 1;
    const middle = [box.left + box.width / 2, box.top + box.height / 2];
    const labels = [element, ...(element.labels ?? [])];
    return [[0, -half], [0, half], [-half, 0], [half, 0]].every(([x, y]) => {
      const hit = document.elementFromPoint(middle[0] + x, middle[1] + y);
      return hit && labels.some((label) => label.contains(hit) || hit.contains(label) && hit.matches("label, summary"));
    });
  },

  isLarge(element) {
    const boxes = [element, ...(element.labels ?? [])].map((part) => part.getBoundingClientRect());
    return boxes.some((box) => Math.min(box.width, box.height) >= this.LEAST - .5) || this.isPressedAround(element);
  },

  name(element) {
    const named = element.getAttribute("aria-labelledby")?.split(" ").map((id) => document.getElementById(id)?.textContent).join("");
    return named || element.getAttribute("aria-label") || [...(element.labels ?? [])].map((label) => label.textContent.trim()).join("") || "";
  },

  /* A score alone, "4–2", tells nobody who cannot see the colours whose is which. */
  findBareScores() {
    const bare = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const around = text.parentElement;
      if (!/^\s*\u2212?\d+\s*[\u2013:]\s*\u2212?\d+\s*$/.test(text.data) || around.closest("[aria-hidden=true], .unseen, [aria-label], script, style")) continue;
      // A clock is no score, and the question above a row of keys names the sides of their figures.
      if (around.matches("[data-digits], time") || around.matches("fieldset:has(> legend) label")) continue;
      if (this.isSeen(around)) bare.push(around);
    }
    return bare;
  },

  /* What axe finds: the rule, and the first of the elements that break it. */
  async runAxe(what) {
    const { violations } = await axe.run({ runOnly: what, resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => {
      const told = nodes.slice(0, 4).map((node) => `${node.html.slice(0, 160)} (${node.failureSummary.slice(-200)})`);
      return `${id}: ${told.join("; ")}`;
    });
  },

  findFaults() {
    const faults = [], { lang, dataset } = document.documentElement;
    if (!/^[a-z]{2}/.test(lang)) faults.push(`lang is "${lang}"`);
    const heads = document.querySelectorAll("h1").length;
    if (heads !== 1) faults.push(`${heads} headings h1`);
    const controls = this.controls();
    for (const element of controls) {
      if (!element.matches("[tabindex]") && !this.isInSentence(element) && !this.isLarge(element)) {
        const { width, height } = element.getBoundingClientRect();
        faults.push(`smaller than a finger, ${Math.round(width)} by ${Math.round(height)}: ${this.say(element)}`);
      }
      if (element.matches("input, select, textarea") && !this.name(element)) faults.push(`without a label: ${this.say(element)}`);
    }
    for (const element of this.findBareScores()) faults.push(`a score that does not say whose: ${this.say(element)}`);
    scrollTo(0, 0);
    return faults;
  },

  watchFocus() {
    document.activeElement?.blur();
    scrollTo(0, 0);
    const reached = new Map();
    document.addEventListener("focusin", ({ target }) => { if (!reached.has(target)) reached.set(target, this.showsFocus(target)); });
    this.reached = reached;
    const radios = new Set();
    const stops = this.controls().filter((element) => {
      const group = element.type === "radio" && `${element.form?.id} ${element.name}`;
      return element.tabIndex >= 0 && !(group && (radios.has(group) || !radios.add(group)));
    });
    // A day has a stop for each of its figures, and one for its calendar.
    return stops.length + 2 + 3 * stops.filter((element) => element.type === "date").length;
  },

  /* What shows the focus is drawn on the control, or on the key that it covers. */
  showsFocus: (element) => [element, element.nextElementSibling].some((part) => {
    if (!part) return false;
    const style = getComputedStyle(part);
    return (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2);
  }),

  findMissed() {
    const groups = new Set([...this.reached.keys()].filter((element) => element.type === "radio").map((element) => element.name));
    return this.controls().filter((element) => element.tabIndex >= 0 && !this.reached.has(element) && !(element.type === "radio" && groups.has(element.name)));
  },

  tellFocus() {
    const missed = this.findMissed();
    const unseen = [...this.reached].filter(([element, shows]) => !shows && element !== document.body && element.id !== "content");
    return [
      ...missed.map((element) => `not reached by Tab: ${this.say(element)}`),
      ...unseen.map(([element]) => `shows no focus: ${this.say(element)}`),
    ];
  },

  findWide() {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    const wide = [...document.querySelectorAll("body *")].filter((element) => this.isSeen(element) && element.getBoundingClientRect().right > width + 1 && !element.parentElement.closest(".table-wrap"));
    return [wide.slice(-3).map((element) => this.say(element)).join(" | ") || `scrolls to ${document.documentElement.scrollWidth}`];
  },
};
