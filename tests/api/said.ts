type Subject = "device" | "location" | "project" | "location_group" | "crew";
/** What somebody said of a fact, in the order in which it was said: it holds from then on. */
export interface Said {
  subject: Subject;
  id: number;
  field: string;
  from: number;
  value: number | null;
}

/** What was said of a subject, later words over earlier ones: read to the end for every single sale. */
export function heldAt(
  said: readonly Said[],
  subject: Subject,
  id: number | null,
  field: string,
  at: number,
): number | null {
  let value: number | null = null;
  for (const one of said)
    if (one.subject === subject && one.id === id && one.field === field && one.from <= at) value = one.value;
  return value;
}

/** Where a machine stood at a moment, whose it was and who served it. */
export function placedAt(said: readonly Said[], device: number, at: number): Record<string, number | null> {
  const location = heldAt(said, "device", device, "location", at);
  const of = (field: string) => heldAt(said, "location", location, field, at);
  const [project, group] = [of("project"), of("location_group")];
  const crew = heldAt(said, "device", device, "crew", at) ?? heldAt(said, "location_group", group, "crew", at);
  return {
    location_id: location,
    project_id: project,
    company_id: of("company") ?? heldAt(said, "project", project, "company", at),
    franchise_id: of("franchise"),
    division_id: of("division"),
    location_group_id: group,
    crew_id: heldAt(said, "crew", crew, "replaced_by", at) ?? crew,
    planogram_id: heldAt(said, "device", device, "planogram", at),
  };
}
