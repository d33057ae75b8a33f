export const ticketLabels = [
  "help-desk:conversation", "help-desk:take", "help-desk:set_status", "help-desk:status", "help-desk:status_hint", "help-desk:assign", "help-desk:responsible", "help-desk:choose",
  "help-desk:reply.title", "help-desk:reply.text", "help-desk:reply.solution", "help-desk:reply.insert", "help-desk:reply.no_solutions", "help-desk:reply.files", "help-desk:reply.attach", "help-desk:reply.after", "help-desk:reply.leave",
  "help-desk:reply.send", "help-desk:reply.note", "help-desk:reply.client", "help-desk:reply.lose_files",
  "help-desk:time.title", "help-desk:time.correct", "help-desk:time.save",
  "help-desk:machine", "help-desk:errors", "help-desk:no_errors", "help-desk:sales", "help-desk:product", "help-desk:amount", "help-desk:of_machine", "help-desk:of_client", "help-desk:all_of_machine", "help-desk:none",
  "resource:file_remove",
] as const;
