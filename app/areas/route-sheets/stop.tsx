import { hidden, smallMuted } from "~/theme/shared.css";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { classes } from "~/ui/class-names";
import { Card } from "~/ui/card";
import { DescriptionList } from "~/ui/description-list";
import { Checkbox, Errors, Field, Select, TextInput } from "~/ui/field";
import { Columns, Inline, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-header";
import { Photos } from "./photos";
import * as css from "./stop.css";
import type { StopModel } from "./stop.server";

type Form = NonNullable<StopModel["form"]>;
type Labels = StopModel["labels"];

/** A machine on a crew's phone; drawn by the server alone. */
export function StopScreen({ model }: { model: StopModel }) {
  const { title, place, map, status, facts, done, form, photos, back, error, labels } = model;
  return (
    <Stack>
      <PageHeader
        title={title}
        crumbs={[back]}
        crumbsLabel={back.label}
        description={place}
        badges={<Badge tone={status.tone}>{status.text}</Badge>}
      />
      {error && <Notice tone="bad" title={error} alert />}
      <Card>
        <Stack gap="s">
          <DescriptionList items={facts} />
          {map && <a href={map}>{labels["route-sheets:map"]}</a>}
          {form?.begins && (
            <form method="post" action={form.action}>
              <input type="hidden" name="who" value={form.who} />
              <input type="hidden" name="key" value={`begin ${form.key}`} />
              <Button name="do" value="begin">
                {labels["route-sheets:begin"]}
              </Button>
            </form>
          )}
        </Stack>
      </Card>
      {done.length > 0 && (
        <Card title={labels["route-sheets:done_here"]}>
          <DescriptionList items={done} />
        </Card>
      )}
      {form && <Serve form={form} labels={labels} />}
      {form && <Skip form={form} labels={labels} />}
      {photos.length > 0 && (
        <Card title={labels["route-sheets:photos"]}>
          <Photos photos={photos} label={labels["route-sheets:photo"]} />
        </Card>
      )}
    </Stack>
  );
}

/** Taken with the camera, or chosen. */
const PhotoField = ({ id, form, errors, label }: { id: string; form: Form; errors?: string[]; label: string }) => (
  <Field id={id} label={label} hint={form.photoHint} errors={errors}>
    <input
      id={id}
      type="file"
      name="photos"
      accept="image/*"
      multiple
      aria-describedby={`${id}-description`}
      className={css.file}
    />
  </Field>
);

function Serve({ form, labels }: { form: Form; labels: Labels }) {
  const { key, slots, columns, cleans, collects, values, errors, thrown, choose } = form;
  return (
    <Card title={labels["route-sheets:fills"]}>
      <form method="post" action={form.action} encType="multipart/form-data">
        <input type="hidden" name="who" value={form.who} />
        <input type="hidden" name="key" value={key} />
        <Stack>
          <Slots slots={slots} columns={columns} more={labels["route-sheets:more"]} />
          <Field id="thrown_reason" label={labels["route-sheets:thrown_reason"]} errors={errors.thrown_reason}>
            <Select
              id="thrown_reason"
              name="thrown_reason"
              defaultValue={values.thrown_reason}
              options={thrown}
              placeholder={choose}
            />
          </Field>
          <Checkbox
            name="cleaned"
            label={labels["route-sheets:cleaned"]}
            defaultChecked={values.cleaned === "on" || (cleans && !values.key)}
          />
          <Checkbox
            name="collected"
            label={labels["route-sheets:collected"]}
            defaultChecked={values.collected === "on" || (collects && !values.key)}
          />
          <Field id="bag" label={labels["route-sheets:bag"]} errors={errors.bag}>
            <TextInput id="bag" name="bag" maxLength={60} autoComplete="off" defaultValue={values.bag} />
          </Field>
          <Field id="note" label={labels["route-sheets:note_of_visit"]} errors={errors.note}>
            <TextInput id="note" name="note" maxLength={500} defaultValue={values.note} />
          </Field>
          <PhotoField
            id="photos"
            form={form}
            errors={values.reason ? undefined : errors.photos}
            label={labels["route-sheets:photos"]}
          />
          <Button kind="primary" icon="check">
            {labels["route-sheets:serve"]}
          </Button>
        </Stack>
      </form>
    </Card>
  );
}

function Slots({ slots, columns, more }: { slots: Form["slots"]; columns: Form["columns"]; more: string }) {
  return (
    <div className={css.slots}>
      <div className={classes(css.slot, smallMuted)} aria-hidden="true">
        {columns.map((column) => (
          <span key={column}>{column}</span>
        ))}
      </div>
      {slots.map(({ slot, label, hint, fields }, index) => {
        const [found, put, ...rest] = fields;
        return (
          <fieldset key={slot} className={css.slot}>
            <legend className={hidden}>{label}</legend>
            <input type="hidden" name={`fills[${index}].slot`} value={slot} />
            <div>
              {label}
              <p className={smallMuted}>{hint}</p>
            </div>
            {[found, put].map((field) => field && <Amount key={field.what} field={field} />)}
            <details open={rest.some(({ value, errors }) => value !== "" || errors)}>
              <summary className={smallMuted}>{more}</summary>
              <Columns kind="tiles">
                {rest.map((field) => (
                  <Field key={field.what} id={field.name} label={field.label} unit={field.unit}>
                    <Amount field={field} />
                  </Field>
                ))}
              </Columns>
            </details>
          </fieldset>
        );
      })}
    </div>
  );
}

const Amount = ({ field: { name, label, value, errors } }: { field: Form["slots"][number]["fields"][number] }) => (
  <div>
    <TextInput
      id={name}
      name={name}
      inputMode="decimal"
      autoComplete="off"
      aria-label={label}
      defaultValue={value}
      aria-invalid={errors ? true : undefined}
      aria-describedby={errors && `${name}-error`}
    />
    <Errors id={name} errors={errors} />
  </div>
);

const Skip = ({ form, labels }: { form: Form; labels: Labels }) => {
  const { key, who, action, reason, values, errors, reasons, choose } = form;
  return (
    <Card title={labels["route-sheets:skip"]}>
      <form method="post" action={action} encType="multipart/form-data">
        <input type="hidden" name="who" value={who} />
        <input type="hidden" name="key" value={`skip ${key}`} />
        <Inline fields>
          <Field id="reason" label={labels["route-sheets:why_unserved"]} errors={errors.reason} required>
            <Select
              id="reason"
              name="reason"
              required
              defaultValue={values.reason ?? reason}
              options={reasons}
              placeholder={choose}
            />
          </Field>
          <PhotoField
            id="photos-skip"
            form={form}
            errors={values.reason ? errors.photos : undefined}
            label={labels["route-sheets:photos"]}
          />
          <Button kind="danger">{labels["route-sheets:skip_do"]}</Button>
        </Inline>
      </form>
    </Card>
  );
};
