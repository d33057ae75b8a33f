import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { z } from "zod";
import { type Call, methodOf } from "~server/contract/call";
import { CALLS } from "~server/contract/calls";
import { openapi } from "~server/contract/openapi/document";

/** What a call answers by the OpenAPI document: statuses with the schema of their JSON, where it is JSON. */
const operationSchema = z.object({
  responses: z.record(
    z.string(),
    z.object({ $ref: z.string().optional(), content: z.record(z.string(), z.unknown()).optional() }),
  ),
});

const document = openapi(CALLS, "test");
const operations = z.record(z.string(), z.record(z.string(), operationSchema)).parse(document.paths);
const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
formats(ajv);
ajv.addSchema(document, "api");

const pointer = (...steps: string[]) =>
  `api#/${steps.map((step) => encodeURIComponent(step.replace(/~/g, "~0").replace(/\//g, "~1"))).join("/")}`;

const validators = new Map<string, ValidateFunction>();
function validatorAt(ref: string): ValidateFunction {
  const made = validators.get(ref) ?? ajv.compile({ $ref: ref });
  validators.set(ref, made);
  return made;
}

const PATTERNS = [...CALLS].map(([name, call]) => ({
  name,
  call,
  method: methodOf(call),
  path: new RegExp(`^${call.path.replace(/\{\w+\}/g, "[0-9]+")}$`),
}));

/** The declared call that a request is, and its name. */
export const callAt = (method: string, path: string): { name: string; call: Call } | undefined =>
  PATTERNS.find((one) => one.method === method && one.path.test(path));

/** Throws when an answer is not what OpenAPI says of the call. */
export async function checkAnswer({ name, call }: { name: string; call: Call }, answer: Response): Promise<void> {
  const [method, status] = [methodOf(call).toLowerCase(), String(answer.status)];
  const at = ["paths", call.path, method, "responses", status];
  const response = operations[call.path]?.[method]?.responses[status];
  // Nobody promises a failure; tests that make one look at it themselves.
  if (status === "500") return;
  if (!response) throw new Error(`${name} answers ${status}, which is not declared`);
  const schema = response.$ref
    ? pointer("components", "responses", "Refused", "content", "application/json", "schema")
    : response.content?.["application/json"] !== undefined && pointer(...at, "content", "application/json", "schema");
  if (!schema || (call.kind === "download" && answer.ok)) return;
  const validate = validatorAt(schema);
  if (!validate(await answer.clone().json()))
    throw new Error(
      `${name} answers ${status} otherwise than declared: ${ajv.errorsText(validate.errors?.slice(0, 5))}`,
    );
}
