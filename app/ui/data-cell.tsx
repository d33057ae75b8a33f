import { pill } from "~/theme/shared.css";
import { Button } from "./button";
import { classes } from "./class-names";
import * as css from "./data-table.css";
import { Errors, TextInput } from "./field";
import { Icon } from "./icon";
import type { IconName } from "./icon-paths";
import { Inline } from "./layout";
import { TONE_ICON } from "./notice";
import type { Tone } from "./tone";
import { toneGround, toneText } from "./tone.css";

/** A number that is changed in its cell. */
export interface CellInput {
  name: string;
  value: string;
  label: string;
  /** Said before the control, where a cell has several. */
  unit?: string;
  placeholder?: string;
  errors?: readonly string[];
}

/** What stands in a cell of a table. */
export interface Cell {
  text: string;
  href?: string;
  tone?: Tone;
  /** Shows the text as a badge of its tone. */
  badge?: boolean;
  /** A second, quieter line. */
  hint?: string;
  /** Further lines below, each as quiet. */
  hints?: readonly string[];
  /** Percent that a bar under the text is long. */
  bar?: number;
  /** Small bars side by side, each so many percent high; `label` says the same in words. */
  strip?: { percents: readonly number[]; label: string };
  /** Under the text: each submits the form of its id. `label` says more than `text`, for a reader who does not see the row. */
  buttons?: readonly { form: string; name: string; value: string; text: string; label: string; icon?: IconName }[];
  /** Instead of the text, where it is changed in the table: each control with the name that says whose it is. */
  inputs?: readonly CellInput[];
  /** What the text sums up, line by line, unfolded when asked for. */
  more?: readonly string[];
}

/** Texts longer than this, in characters, may wrap. */
const LONG = 40;

// Plain functions, not components: fifty rows of ten cells are rendered on every request.

/** All of a cell. `rowHref` is where a text without a link of its own leads. */
export function content(
  { text, href, tone, badge: asBadge, hint, bar, strip, buttons = [], inputs, more, hints = [] }: Cell,
  rowHref?: string,
) {
  if (more)
    return (
      <details>
        <summary>{text}</summary>
        {more.map((one) => (
          <small key={one}>{one}</small>
        ))}
      </details>
    );
  if (inputs) return <div className={css.inputs}>{inputs.map(inputOf)}</div>;
  const target = href ?? rowHref;
  const long = text.length > LONG && css.long;
  const words = asBadge ? (
    badgeOf(text, tone ?? "neutral")
  ) : tone || long ? (
    <span className={classes(tone && toneText[tone], long)}>{text}</span>
  ) : (
    text
  );
  return (
    <>
      {target ? <a href={target}>{words}</a> : words}
      {hint && <small>{hint}</small>}
      {hints.map((one) => (
        <small key={one}>{one}</small>
      ))}
      {bar !== undefined && (
        <svg className={css.bar} aria-hidden="true">
          <rect width={`${bar}%`} height="100%" />
        </svg>
      )}
      {strip && (
        <svg
          className={css.strip}
          viewBox={`0 0 ${strip.percents.length} 100`}
          preserveAspectRatio="none"
          role="img"
          aria-label={strip.label}
        >
          <title>{strip.label}</title>
          <path d={strip.percents.map((high, at) => (high ? `M${at} 100v-${high}h.7v${high}z` : "")).join("")} />
        </svg>
      )}
      {buttons.length > 0 && (
        <Inline>
          {buttons.map(({ text: said, label, icon, ...sent }) => (
            <Button key={`${sent.name} ${sent.value}`} size="s" icon={icon} aria-label={label} {...sent}>
              {said}
            </Button>
          ))}
        </Inline>
      )}
    </>
  );
}

const inputOf = ({ value, label, unit, errors, ...sent }: CellInput) => (
  // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- TextInput is its control
  <label key={sent.name} data-label={unit}>
    <TextInput
      id={sent.name}
      inputMode="decimal"
      autoComplete="off"
      defaultValue={value}
      aria-label={label}
      aria-invalid={errors ? true : undefined}
      aria-describedby={errors ? `${sent.name}-error` : undefined}
      {...sent}
    />
    <Errors id={sent.name} errors={errors} />
  </label>
);

function badgeOf(text: string, tone: Tone) {
  return (
    <span className={`${pill} ${toneGround[tone]}`}>
      <Icon name={TONE_ICON[tone]} size="s" />
      {text}
    </span>
  );
}
