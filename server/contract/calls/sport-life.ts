import { read, upload } from "../call";
import { importCounts } from "../imports";
import {
  blockedAnswer,
  blockedBody,
  EMPLOYEES_BYTES,
  employeesBody,
  employeesPage,
  employeesQuery,
} from "../sport-life";

const partner = { needs: "partner", refuses: [429] } as const;
const told = { type: "application/json", most: EMPLOYEES_BYTES, status: 200 } as const;

export const partnerEmployees = read({
  ...partner,
  path: "/sport_life/employees",
  query: employeesQuery,
  does: "Employees of the partner's company by number, with their discounts",
  answer: employeesPage,
});
export const putEmployees = upload({
  ...partner,
  ...told,
  method: "PUT",
  path: "/sport_life/employees",
  does: "Make and change employees by number, all or none; what is wrong is said by index, and another company's number is `taken`. What is left out stays as it is",
  json: employeesBody,
  answer: importCounts,
  refuses: [409, 429],
});
export const blockEmployees = upload({
  ...partner,
  ...told,
  path: "/sport_life/employees/block",
  does: "Block employees by number; numbers that no employee of the company has are given back",
  json: blockedBody,
  answer: blockedAnswer,
});
