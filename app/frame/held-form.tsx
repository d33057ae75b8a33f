import { Button } from "~/ui/button";
import { written } from "./notices.css";
import type { ScreenData } from "~server/web/screens.server";

export interface HeldFormProps {
  held: NonNullable<ScreenData["held"]>;
  text?: string;
  submit: string;
  /** Shows what was written, where nothing else does. */
  shows?: boolean;
}

/** What people write has words in it; what forms say to themselves has none, or is JSON. */
const WORDS = /^(?![a-z]+ [A-Z_\d]+$)[^{[\s].*\s\S/s;

/** A form that was not accepted, ready to be sent again to where it was going. Works without scripts. */
export function HeldForm({ held, text, submit, shows }: HeldFormProps) {
  return (
    <form method="post" action={held.to}>
      {text && <p>{text}</p>}
      {shows &&
        held.entries.map(
          ([, value], index) =>
            WORDS.test(value) && (
              <p key={index} className={written}>
                {value}
              </p>
            ),
        )}
      {held.entries.map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <Button kind="primary">{submit}</Button>
    </form>
  );
}
