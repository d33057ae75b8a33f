import { z } from "zod";
import { change, read } from "../call";
import { filterGroupsSchema, savedFilterBody, savedFilterChange, savedFiltersSchema } from "../lists";
import { wrong } from "../query";
import { TABLES } from "../tables";

const saved = z.object({ id: z.number().int() });
const own = "the person's own filter";

export const savedFilters = read({
  path: "/saved_filters",
  needs: "login",
  query: z.object({
    entity: z.enum([...TABLES.keys()], wrong),
  }),
  does: "Filters of a list or report: the own ones and those shared with the own group; for who may see the list",
  answer: savedFiltersSchema,
  refuses: [403],
});
export const saveFilter = change({
  path: "/saved_filters",
  needs: "login",
  does: "Keep a filter; the same query again takes the new name",
  form: savedFilterBody,
  answer: saved,
  status: 201,
  refuses: [403, 404],
});
export const filterGroups = read({
  path: "/saved_filters/groups",
  needs: "login",
  does: "Groups one may share filters with",
  answer: filterGroupsSchema,
});
export const changeFilter = change({
  path: "/saved_filters/{id}",
  needs: "login",
  about: own,
  does: "Rename or share an own filter",
  form: savedFilterChange,
  answer: saved,
});
export const deleteFilter = change({
  path: "/saved_filters/{id}/delete",
  needs: "login",
  about: own,
  does: "Delete an own filter",
  answer: z.object({}),
});
