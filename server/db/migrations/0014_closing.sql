ALTER TABLE `users` ADD `closing_at` text;--> statement-breakpoint
ALTER TABLE `users` ADD `closed_at` text;--> statement-breakpoint
CREATE INDEX `users_closing` ON `users` (`closing_at`) WHERE "users"."closing_at" IS NOT NULL AND "users"."closed_at" IS NULL;