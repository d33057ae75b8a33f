import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { classes } from "./class-names";
import * as css from "./combobox.css";
import { hidden } from "~/theme/shared.css";
import type { Option } from "./field";
import { control } from "./field.css";
import { Icon } from "./icon";
import { useFound } from "./use-found";

/** Words of a picker, the same for all. */
export interface ComboboxLabels {
  placeholder: string;
  nothing: string;
  remove: string;
}

export interface ComboboxProps {
  /** Of the box that is typed into. */
  id: string;
  /** Of what is chosen, as a plain control would post it. */
  name: string;
  /** What is chosen at first. */
  chosen: readonly Option[];
  /** Many can be chosen: they stand as chips before the box. */
  multiple?: boolean;
  required?: boolean;
  /** Answers `{options}` for the words that are put at its end. */
  address: string;
  /** Offered before what is found. */
  first?: readonly Option[];
  /** Names the list of choices; and the box, when many can be chosen: then no label of its own stands beside it. */
  label: string;
  labels: ComboboxLabels;
  /** Where one that is chosen is viewed; `{id}` stands for its value. */
  open?: string;
  "aria-invalid"?: boolean;
  "aria-describedby"?: string;
}

/** Whether scripts have taken over: before that, and without them, plain controls stand in a picker's place. */
export const useScripted = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
const never = () => () => undefined;

/** Chooses among more than a list can show by typing (WAI-ARIA: editable combobox with a listbox). What is chosen is posted under `name`. */
export function Combobox({
  id,
  name,
  chosen: initial,
  multiple,
  required,
  address,
  first = [],
  label,
  labels,
  open,
  ...native
}: ComboboxProps) {
  const [chosen, setChosen] = useState(initial);
  // Null: nobody is typing, and the box shows what is chosen.
  const [words, setWords] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const box = useRef<HTMLInputElement>(null);
  const typed = (words ?? "").trim();
  const found = useFound(isOpen, address, typed, () => setActive(typed ? 0 : -1));
  const options = found && [
    ...first.filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase())),
    ...found.options,
  ];
  // What stands there while newer words are searched for is not what Enter means.
  const current = found?.words === typed ? options?.[active] : undefined;
  const isChosen = ({ value }: Option) => chosen.some((one) => one.value === value);
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
  const remove = (one: Option) => setChosen(chosen.filter(({ value }) => value !== one.value));
  const pick = (one: Option) => {
    if (!multiple) {
      setChosen([one]);
      close();
    } else if (isChosen(one)) remove(one);
    else setChosen([...chosen, one]);
  };
  const move = (to: number) => {
    setOpen(true);
    if (isOpen && options?.length) setActive((to + options.length) % options.length);
  };
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (currentTarget.contains(relatedTarget)) return;
    if (!multiple && words === "") setChosen([]);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    switch (event.key) {
      case "ArrowDown":
        move(active + 1);
        break;
      case "ArrowUp":
        move(active < 0 ? -1 : active - 1);
        break;
      case "Home":
        if (!isOpen) return;
        move(0);
        break;
      case "End":
        if (!isOpen) return;
        move(-1);
        break;
      // Never sends the form that the picker stands in.
      case "Enter":
        if (current) pick(current);
        else setOpen(true);
        break;
      case "Escape":
        if (!isOpen) return;
        close();
        break;
      case "Backspace":
        if (multiple && !words) setChosen(chosen.slice(0, -1));
        return;
      default:
        return;
    }
    event.preventDefault();
  };

  // Only of one that must be chosen: where it may be taken back, the button for that stands in the unit's place.
  const unit = !multiple && required && words === null ? chosen[0]?.unit : undefined;
  return (
    <div className={css.place} onBlur={leave}>
      {multiple || chosen.length ? (
        chosen.map(({ value }) => <input key={value} type="hidden" name={name} value={value} />)
      ) : (
        <input type="hidden" name={name} value="" />
      )}
      {multiple && chosen.length > 0 && (
        <ul className={css.chips}>
          {chosen.map((one) => (
            <li key={one.value} className={css.chip}>
              {open && !one.closed ? <a href={open.replace("{id}", one.value)}>{one.label}</a> : one.label}
              <Remove
                label={`${labels.remove}: ${one.label}`}
                onClick={() => {
                  remove(one);
                  box.current?.focus();
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <div className={css.line}>
        <input
          {...native}
          ref={box}
          id={id}
          type="text"
          role="combobox"
          aria-label={multiple ? label : undefined}
          autoComplete="off"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-activedescendant={activeId}
          className={classes(control, css.box, !multiple && (!required || unit) && css.withRemove)}
          required={required && !(multiple && chosen.length > 0)}
          placeholder={labels.placeholder}
          value={words ?? (multiple ? "" : (chosen[0]?.label ?? ""))}
          onChange={(event) => {
            setWords(event.currentTarget.value);
            setOpen(true);
          }}
          onClick={() => setOpen(true)}
          onKeyDown={onKeyDown}
        />
        {unit && <span className={css.unit}>{unit}</span>}
        {!multiple && !required && chosen[0] && (
          <Remove
            label={`${labels.remove}: ${chosen[0].label}`}
            onClick={() => {
              setChosen([]);
              close();
              box.current?.focus();
            }}
          />
        )}
      </div>
      <div className={isOpen && options ? css.popup : hidden}>
        {/* The options take no focus: the box keeps it and says which of them is meant. */}
        <ul
          id={`${id}-list`}
          role="listbox"
          className={css.list}
          aria-label={label}
          aria-multiselectable={multiple}
          onMouseDown={(event) => event.preventDefault()}
        >
          {isOpen &&
            options?.map((one, index) => (
              // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- its keys are those of the box, which has the focus
              <li
                key={one.value}
                id={optionId(index)}
                role="option"
                aria-selected={isChosen(one)}
                className={classes(css.option, index === active && css.active)}
                onClick={() => pick(one)}
              >
                {one.label}
                {isChosen(one) && <Icon name="check" size="s" />}
              </li>
            ))}
        </ul>
        <p role="status" className={css.nothing}>
          {isOpen && options?.length === 0 ? labels.nothing : ""}
        </p>
      </div>
    </div>
  );
}

function Remove({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className={css.remove} aria-label={label} title={label} onClick={onClick}>
      <Icon name="close" size="s" />
    </button>
  );
}

/** The ways to the records that are chosen by plain controls. */
export function OpenLinks({ label, path, chosen }: { label: string; path: string; chosen: readonly Option[] }) {
  const opened = chosen.filter((one) => !one.closed);
  if (!opened.length) return null;
  return (
    <p className={css.opens}>
      {`${label}:`}
      {opened.map((one) => (
        <a key={one.value} href={path.replace("{id}", one.value)}>
          {one.label}
        </a>
      ))}
    </p>
  );
}
