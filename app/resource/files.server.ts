import { editableFields, type Declared } from "~server/contract/entity";
import type { FileField } from "~server/contract/fields";
import { FILE_ENDINGS, fileValue } from "~server/contract/files";
import { plain } from "~server/contract/plain";
import type { RecordData } from "~server/contract/record";
import type { Context, WithForm } from "~server/web/guard.server";
import { errorText } from "~server/web/messages.server";

/** The file that a form has for a field: the record's, or one that was uploaded and awaits its record (`fresh`). */
export interface FormFile { id: string; label: string; fresh: boolean; isImage: boolean; href: string }
export type FormFiles = Record<string, FormFile>;

/** Names of the inputs that stand beside the hidden id of a file field. */
export const fileInputs = (name: string) => ({ file: `${name}__file`, remove: `${name}__remove`, label: `${name}__label`, fresh: `${name}__fresh`, image: `${name}__image` });

export const fileFieldsOf = (entity: Declared): [string, FileField][] =>
  editableFields(entity).flatMap(([name, field]): [string, FileField][] => (field.kind === "file" ? [[name, field]] : []));

/** Bytes that the files of a form may take, with what a browser wraps them in. */
export const fileBytes = (entity: Declared): number => fileFieldsOf(entity).reduce((sum, [, field]) => sum + field.maxBytes * 1.25, 0);

type Words = Pick<Context, "t" | "format">;
const KILO = 1024;

/** "480 KB", "1.5 MB". */
export function sizeText({ t, format }: Words, bytes: number): string {
  if (bytes < KILO) return format.quantity(bytes, t("resource:bytes"));
  return bytes < KILO * KILO ? format.quantity(Math.round(bytes / KILO), t("resource:kilobytes")) : format.quantity(Math.round((bytes / KILO / KILO) * 10) / 10, t("resource:megabytes"));
}

/** What may be chosen, in words and in the notation of the input. */
export function fileRules(words: Words, field: FileField) {
  const size = sizeText(words, field.maxBytes);
  const types = field.types?.map((type) => type.replace("image/", "").toUpperCase()).join(", ");
  return {
    hint: types ? words.t("resource:file_types", { types, size }) : words.t("resource:file_any", { size }),
    accept: field.types?.flatMap((type) => [type, FILE_ENDINGS[type]]).join(","),
    maxBytes: field.maxBytes,
    tooLarge: words.t("resource:file_too_large", { size }),
  };
}

/** The files of a record. */
export function filesOf(words: Words, entity: Declared, record: RecordData): FormFiles {
  return Object.fromEntries(fileFieldsOf(entity).flatMap(([name]) => {
    const file = formFile(words, record[name], false);
    return file ? [[name, file]] : [];
  }));
}

function formFile(words: Words, value: unknown, fresh: boolean): FormFile | undefined {
  const file = fileValue.safeParse(value).data;
  return file && { id: String(file.id), label: `${file.label}, ${sizeText(words, file.size)}`, fresh, isImage: file.type.startsWith("image/"), href: fileHref(file.id) };
}

const fileHref = (id: number | string) => `/files/${id}`;

/** The files of a form that was sent, and what was wrong with those just chosen. */
export interface Received { form: FormData; files: FormFiles; errors: Record<string, string[]> }

/**
 * Hands the chosen files to the vending API, before anything else of the form is looked at, so that a mistake in
 * another field costs no second upload. What is left is a form of texts, with ids in place of files.
 */
export async function receiveFiles(context: Context & WithForm, entity: Declared): Promise<Received> {
  const received: Received = { form: new FormData(), files: {}, errors: {} };
  for (const [name, value] of context.form()) if (typeof value === "string") received.form.append(name, value);
  for (const [name, field] of fileFieldsOf(entity)) await receiveFile(context, entity, name, field, received);
  return received;
}

async function receiveFile(context: Context & WithForm, entity: Declared, name: string, field: FileField, { form, files, errors }: Received): Promise<void> {
  const inputs = fileInputs(name);
  const chosen = context.form().get(inputs.file);
  const uploaded = chosen instanceof File && chosen.size > 0 ? await upload(context, entity, name, field, chosen) : undefined;
  if (typeof uploaded === "string") errors[name] = [uploaded];
  const file = typeof uploaded === "object" ? uploaded : form.has(inputs.remove) ? undefined : heldFile(form, name);
  form.set(name, file?.id ?? "");
  if (file) files[name] = file;
}

/** The file that the form brought back with it. */
function heldFile(form: FormData, name: string): FormFile | undefined {
  const inputs = fileInputs(name);
  const id = plain(form.get(name));
  if (!/^\d{1,9}$/.test(id)) return undefined;
  return { id, label: plain(form.get(inputs.label)).slice(0, 300), fresh: form.get(inputs.fresh) === "1", isImage: form.get(inputs.image) === "1", href: fileHref(id) };
}

/** The uploaded file, or why there is none. */
async function upload(context: Context, entity: Declared, name: string, field: FileField, file: File): Promise<FormFile | string> {
  const { api, t } = context;
  if (file.size > field.maxBytes) return fileRules(context, field).tooLarge;
  const outcome = await api.upload(`/files?${new URLSearchParams({ entity: entity.name, field: name })}`, new Uint8Array(await file.arrayBuffer()), {
    "content-type": "application/octet-stream", "x-file-name": encodeURIComponent(file.name),
  }, fileValue);
  if (!outcome.ok) return errorText(t, outcome.error);
  return formFile(context, outcome.data, true) ?? t("errors:unexpected");
}
