"""The views of the API, by what their addresses name. They find, ask a service and answer; they decide nothing."""
