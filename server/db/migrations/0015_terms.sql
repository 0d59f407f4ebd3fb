ALTER TABLE `bookings` ADD `terms_version` text;--> statement-breakpoint
ALTER TABLE `made_to_order_purchases` ADD `terms_version` text;--> statement-breakpoint
ALTER TABLE `users` ADD `terms_version` text;--> statement-breakpoint
ALTER TABLE `users` ADD `terms_at` text;