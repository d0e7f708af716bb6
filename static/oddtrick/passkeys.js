/* Shows what needs passkeys only where the device has them, and says in the page what went wrong. The asking itself is
   allauth's webauthn.js, which is told here by ids what to press and where to put the answer. */
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const works = window.isSecureContext && Boolean(window.PublicKeyCredential);
  for (const part of document.querySelectorAll("[data-passkeys]")) {
    part.hidden = part.dataset.passkeys !== (works ? "work" : "missing");
  }
  for (const form of document.querySelectorAll("[data-passkey]")) {
    const button = "passkey_button";
    const ids = { login: button, authenticate: button, add: button, credential: form.elements.credential.id, data: "js_data" };
    if (form.elements.passwordless) ids.passwordless = form.elements.passwordless.id;
    window.allauth.webauthn.forms[form.dataset.passkey]({ ids });
  }
});

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  const name = event.detail.exception?.name;
  const known = ["NotAllowedError", "InvalidStateError", "SecurityError"].includes(name) ? name : "other";
  for (const note of document.querySelectorAll("[data-passkey-fault]")) note.hidden = note.dataset.passkeyFault !== known;
});
