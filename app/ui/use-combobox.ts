import { type FocusEvent, type KeyboardEvent, useEffect, useState } from "react";
import { useChosen } from "./combobox-chosen";
import type { Option } from "./field";
import { useFound } from "./use-found";

interface Picker {
  id: string;
  chosen: readonly Option[];
  multiple?: boolean;
  address: string;
  first?: readonly Option[];
}

/** What a picker shows and does (WAI-ARIA: editable combobox with a listbox). */
export function useCombobox({ id, chosen: initial, multiple, address, first = [] }: Picker) {
  const selection = useChosen(initial, multiple);
  // Null: nobody is typing, and the box shows what is chosen.
  const [words, setWords] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const typed = (words ?? "").trim();
  const found = useFound(isOpen, address, typed, setActive);
  const options = found && [
    ...first.filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase())),
    ...found.options,
  ];
  // What stands there while newer words are searched for is not what Enter means.
  const current = found?.words === typed ? options?.[active] : undefined;
  const optionId = (index: number) => `${id}-option-${index}`;
  const activeId = current && optionId(active);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);

  const close = () => {
    setOpen(false);
    setWords(null);
    setActive(-1);
  };
  const pick = (one: Option) => {
    selection.choose(one);
    if (!multiple) close();
  };
  const move = (to: number) => {
    setOpen(true);
    if (isOpen && options?.length) setActive((to + options.length) % options.length);
  };
  /** What keys do in the box; `false`: what they do in any. */
  const keys: Record<string, () => unknown> = {
    ArrowDown: () => move(active + 1),
    ArrowUp: () => move(active < 0 ? -1 : active - 1),
    Home: () => (isOpen ? move(0) : false),
    End: () => (isOpen ? move(-1) : false),
    // Never sends the form that the picker stands in.
    Enter: () => (current ? pick(current) : setOpen(true)),
    Escape: () => (isOpen ? close() : false),
    Backspace: () => {
      if (multiple && !words) selection.removeLast();
      return false;
    },
  };

  return {
    ...selection,
    words,
    /** Undefined until something was found. */
    options: isOpen ? options : undefined,
    isOpen,
    active,
    activeId,
    optionId,
    pick,
    clear: () => {
      selection.clear();
      close();
    },
    open: () => setOpen(true),
    type: (text: string) => {
      setWords(text);
      setOpen(true);
    },
    leave: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (currentTarget.contains(relatedTarget)) return;
      if (!multiple && words === "") selection.clear();
      close();
    },
    onKeyDown: (event: KeyboardEvent) => {
      const act = event.nativeEvent.isComposing ? undefined : keys[event.key];
      if (act && act() !== false) event.preventDefault();
    },
  };
}
