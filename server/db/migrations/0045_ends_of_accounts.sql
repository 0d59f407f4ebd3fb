CREATE INDEX `mark_presses_user` ON `mark_presses` (`user_id`);--> statement-breakpoint
CREATE INDEX `stripe_events_object` ON `stripe_events` (`object_id`);