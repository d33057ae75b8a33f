import { Button } from "~/ui/button";
import type { ScreenData } from "~server/web/screens.server";

export interface HeldFormProps {
  held: NonNullable<ScreenData["held"]>;
  text: string;
  submit: string;
}

/** A form that was not accepted, ready to be sent again to where it was going. Works without scripts. */
export function HeldForm({ held, text, submit }: HeldFormProps) {
  return (
    <form method="post" action={held.to}>
      <p>{text}</p>
      {held.entries.map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <Button kind="primary">{submit}</Button>
    </form>
  );
}
