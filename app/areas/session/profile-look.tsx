import type { ReactNode } from "react";
import { useRoot } from "~/frame/use-root";
import { Button, type ButtonProps } from "~/ui/button";
import { FormSection } from "~/ui/form-layout";
import type { ProfileLabels } from "./profile-forms";
import { line, stack } from "./session.css";

const LANGUAGES = ["uk", "en", "pl"] as const;
const THEMES = ["light", "dark"] as const;
const HERE = "/profile";

/** Language, theme and light mode; each choice is a button that posts at once. */
export function Look({ labels }: { labels: ProfileLabels }) {
  const root = useRoot();
  if (!root) return null;
  const scripts = root.scripts ? "off" : "on";
  return (
    <form method="post" action="/preferences">
      <input type="hidden" name="redirect" value={HERE} />
      <FormSection title={labels["session:profile.look"]}>
        <Group name={labels["session:profile.language"]}>
          {LANGUAGES.map((code) => (
            <Choice key={code} name="lang" value={code} lang={code} chosen={code === root.lang}>
              {root.labels[`frame:language.${code}`]}
            </Choice>
          ))}
        </Group>
        <Group name={labels["session:profile.theme"]}>
          {THEMES.map((theme) => (
            <Choice key={theme} name="theme" value={theme} chosen={theme === root.theme}>
              {labels[`session:profile.theme_${theme}`]}
            </Choice>
          ))}
        </Group>
        <Group name={labels["session:profile.scripts"]}>
          <Button name="scripts" value={scripts}>
            {labels[`session:profile.scripts_${scripts}`]}
          </Button>
          <small>{labels["session:profile.scripts_text"]}</small>
        </Group>
      </FormSection>
    </form>
  );
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset className={stack}>
      <legend>{name}</legend>
      <div className={line}>{children}</div>
    </fieldset>
  );
}

/** One of several choices; the chosen one is ticked. */
function Choice({ chosen, ...native }: ButtonProps & { chosen: boolean }) {
  return <Button {...native} aria-pressed={chosen} icon={chosen ? "check" : undefined} />;
}
