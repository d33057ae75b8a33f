ALTER TABLE "device_states" ADD COLUMN "mains_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "device_states" ADD COLUMN "door_since" timestamp with time zone;--> statement-breakpoint
-- Machines that are in trouble now: when they last told that it began.
UPDATE device_states s SET mains_since = (SELECT x.at FROM device_events x WHERE x.device_id = s.device_id AND x.kind = 'power_lost' ORDER BY x.at DESC LIMIT 1) WHERE s.mains IS FALSE;--> statement-breakpoint
UPDATE device_states s SET door_since = (SELECT x.at FROM device_events x WHERE x.device_id = s.device_id AND x.kind = 'door_opened' ORDER BY x.at DESC LIMIT 1) WHERE s.door = 'opened';
