/** Gives browsers of 2021 what pages need and they lack: `Array.at` (for the library of forms), and the button that sent a form. */
export function catchUp(): void {
  if (!("at" in Array.prototype)) {
    const at = function (this: unknown[], index: number) {
      return this[index < 0 ? this.length + index : index];
    };
    Object.defineProperty(Array.prototype, "at", { value: at, configurable: true, writable: true });
  }
  if ("SubmitEvent" in window) return;
  let pressed: Element | null = null;
  // Enter in a field presses the form's first button, which is a click too.
  document.addEventListener(
    "click",
    ({ target }) => {
      pressed = target instanceof Element ? target.closest("button,[type=submit]") : null;
    },
    true,
  );
  Object.defineProperty(Event.prototype, "submitter", {
    get(this: Event) {
      return pressed && "form" in pressed && pressed.form === this.target ? pressed : null;
    },
    configurable: true,
  });
}
