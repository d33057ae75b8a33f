import { read } from "../call";
import { searchQuery, searchSchema } from "../search";

export const search = read({
  path: "/search",
  needs: "login",
  query: searchQuery,
  does: "Machines, places, tickets, clients, keys, people and more by serial, name, phone or number, of what the person may see",
  answer: searchSchema,
});
