import { useState } from "react";
import type { Option } from "./field";

/** What is chosen in a picker, one or many. */
export function useChosen(initial: readonly Option[], multiple: boolean | undefined) {
  const [chosen, setChosen] = useState(initial);
  const isChosen = ({ value }: Option) => chosen.some((one) => one.value === value);
  const remove = ({ value }: Option) => setChosen(chosen.filter((one) => one.value !== value));
  return {
    chosen,
    isChosen,
    remove,
    removeLast: () => setChosen(chosen.slice(0, -1)),
    clear: () => setChosen([]),
    /** Where many can be chosen, one that is takes itself back. */
    choose: (one: Option) => {
      if (!multiple) setChosen([one]);
      else if (isChosen(one)) remove(one);
      else setChosen([...chosen, one]);
    },
  };
}
