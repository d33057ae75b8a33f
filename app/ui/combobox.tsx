import { useRef, useSyncExternalStore } from "react";
import { classes } from "./class-names";
import * as css from "./combobox.css";
import { hidden } from "~/theme/shared.css";
import type { Option } from "./field";
import { control } from "./field.css";
import { Icon } from "./icon";
import { useCombobox } from "./use-combobox";

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
  autoFocus?: boolean;
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

/** Chooses among more than a list can show by typing. What is chosen is posted under `name`. */
export function Combobox({
  id,
  name,
  chosen: initial,
  multiple,
  required,
  address,
  first,
  label,
  labels,
  open,
  ...native
}: ComboboxProps) {
  const picker = useCombobox({ id, chosen: initial, multiple, address, first });
  const box = useRef<HTMLInputElement>(null);
  const { chosen, words } = picker;
  const only = multiple ? undefined : chosen[0];
  // Only of one that must be chosen: where it may be taken back, the button for that stands in the unit's place.
  const unit = required && words === null ? only?.unit : undefined;
  const takeBack = (act: () => void) => () => {
    act();
    box.current?.focus();
  };
  return (
    <div className={css.place} onBlur={picker.leave}>
      {multiple || only ? (
        chosen.map(({ value }) => <input key={value} type="hidden" name={name} value={value} />)
      ) : (
        <input type="hidden" name={name} value="" />
      )}
      {multiple && chosen.length > 0 && (
        <ul className={css.chips}>
          {chosen.map((one) => (
            <li key={one.value} className={css.chip} title={one.hint}>
              {open && !one.closed ? <a href={open.replace("{id}", one.value)}>{one.label}</a> : one.label}
              <Remove label={`${labels.remove}: ${one.label}`} onClick={takeBack(() => picker.remove(one))} />
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
          aria-expanded={picker.isOpen}
          aria-controls={`${id}-list`}
          aria-activedescendant={picker.activeId}
          className={classes(control, css.box, !multiple && (!required || unit) && css.withRemove)}
          required={required && !(multiple && chosen.length > 0)}
          placeholder={labels.placeholder}
          value={words ?? only?.label ?? ""}
          onChange={(event) => picker.type(event.currentTarget.value)}
          onClick={picker.open}
          onKeyDown={picker.onKeyDown}
        />
        {unit && <span className={css.unit}>{unit}</span>}
        {only?.hint && words === null && <small className={css.about}>{only.hint}</small>}
        {only && !required && <Remove label={`${labels.remove}: ${only.label}`} onClick={takeBack(picker.clear)} />}
      </div>
      <Popup id={id} picker={picker} label={label} multiple={multiple} nothing={labels.nothing} />
    </div>
  );
}

interface PopupProps extends Pick<ComboboxProps, "id" | "label" | "multiple"> {
  picker: ReturnType<typeof useCombobox>;
  nothing: string;
}

/** The choices. They take no focus: the box keeps it and says which of them is meant. */
function Popup({ id, picker: { options, isChosen, active, optionId, pick }, label, multiple, nothing }: PopupProps) {
  return (
    <div className={options ? css.popup : hidden}>
      <ul
        id={`${id}-list`}
        role="listbox"
        className={css.list}
        aria-label={label}
        aria-multiselectable={multiple}
        onMouseDown={(event) => event.preventDefault()}
      >
        {options?.map((one, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- its keys are those of the box, which has the focus
          <li
            key={one.value}
            id={optionId(index)}
            role="option"
            aria-selected={isChosen(one)}
            className={classes(css.option, index === active && css.active)}
            onClick={() => pick(one)}
          >
            <span>
              <span>{one.label}</span>
              {one.hint && <small className={css.about}>{one.hint}</small>}
            </span>
            {isChosen(one) && <Icon name="check" size="s" />}
          </li>
        ))}
      </ul>
      <p role="status" className={css.nothing}>
        {options?.length === 0 ? nothing : ""}
      </p>
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
