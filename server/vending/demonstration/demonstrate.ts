import type { Pool } from "pg";

export async function demonstrate(_pool: Pool): Promise<void> {}
