import { HeldForm, type HeldFormProps } from "~/frame/held-form";
import type { Labels } from "~/frame/labels";
import { stack } from "./session.css";

interface ContinueProps {
  labels: Labels<readonly ["session:continue.title", "session:continue.text", "session:continue.files", "session:continue.submit"]>;
  held: HeldFormProps["held"];
}

/** After signing in again: the form that met the end of the session, waiting for the person's word. */
export function Continue({ labels, held }: ContinueProps) {
  return (
    <div className={stack}>
      <h1>{labels["session:continue.title"]}</h1>
      <HeldForm held={held} text={labels["session:continue.text"]} submit={labels["session:continue.submit"]} />
      <p>
        <small>{labels["session:continue.files"]}</small>
      </p>
    </div>
  );
}
