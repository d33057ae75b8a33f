import { z } from "zod";
import { sportLifeKey } from "./entities/sport_life";
import { textSchema } from "./field-schema";
import { flagCell } from "./imports";
import { missingOr } from "./messages";
import { limitAsked, pageAsked } from "./query";

/** Most employees that a partner tells of at once. */
export const MOST_EMPLOYEES = 5_000;
/** Largest body that tells of them, bytes. */
export const EMPLOYEES_BYTES = 8 * 1024 * 1024;

const wrong = missingOr("incorrect");
const { number, full_name, discounts } = sportLifeKey.fields;
const numberText = textSchema(number).pipe(z.string());
const nameText = textSchema(full_name).pipe(z.string());
const { percent } = discounts.of;
const percentSchema = z
  .number(wrong)
  .int("incorrect")
  .min(percent.min ?? 1, "incorrect")
  .max(percent.max ?? 100, "incorrect");

/** A discount of an employee: of the recipe with an item number, in whole percent. */
const discount = z.object(
  { item_number: z.number(wrong).int("incorrect").min(1, "incorrect"), percent: percentSchema },
  wrong,
);
/** Discounts of one employee. */
const MOST_DISCOUNTS = 500;
const discountList = z.array(discount, "incorrect").max(MOST_DISCOUNTS, `too_many_rows|${MOST_DISCOUNTS}`);

/**
 * An employee as a partner or a file tells of one, known by the number; what is left out stays as it is, and of a new
 * one is not there.
 */
const employee = z.object(
  {
    number: numberText,
    full_name: nameText,
    blocked: z.boolean("incorrect").optional(),
    discounts: discountList.optional(),
  },
  wrong,
);
export type Employee = z.infer<typeof employee>;

export const employeesBody = z.object(
  {
    employees: z.array(employee, wrong).min(1, "required").max(MOST_EMPLOYEES, `too_many_rows|${MOST_EMPLOYEES}`),
  },
  wrong,
);

/** Employees to be blocked, by number. */
export const blockedBody = z.object(
  {
    numbers: z.array(numberText, wrong).min(1, "required").max(MOST_EMPLOYEES, `too_many_rows|${MOST_EMPLOYEES}`),
  },
  wrong,
);
/** How many were blocked now, and numbers that no employee of the company has. */
export const blockedAnswer = z.object({ blocked: z.number().int(), unknown: z.array(z.string()) });

export const employeesQuery = z.object({ page: pageAsked, limit: limitAsked(1_000) });
/** Employees of a company in the order of their numbers. */
export const employeesPage = z.object({
  items: z.array(
    z.object({
      number: z.string(),
      full_name: z.string(),
      blocked: z.boolean(),
      discounts: z.array(z.object({ item_number: z.number().int(), percent: z.number().int() })),
      updated_at: z.string(),
    }),
  ),
  total: z.number().int(),
  page: z.number().int(),
  limit: z.number().int(),
});

/** Discounts in a cell: item numbers of recipes and percents, "101:15, 102:10 %". */
const discountsCell = z
  .string()
  .transform((text, context) =>
    text
      .split(/[;,\n]/)
      .map((part) => part.trim())
      .filter((part) => part !== "")
      .map((part) => {
        const [, item, share] = /^(\d{1,9})\s*[:=]\s*(\d{1,3})\s*%?$/.exec(part) ?? [];
        if (item === undefined) context.addIssue({ code: "custom", message: "incorrect" });
        return { item_number: Number(item), percent: Number(share) };
      }),
  )
  .pipe(discountList);

/** An employee as a row of a file. */
export const employeeRow = z.object({
  number: numberText,
  full_name: nameText,
  blocked: flagCell.optional(),
  discounts: discountsCell.optional(),
});
