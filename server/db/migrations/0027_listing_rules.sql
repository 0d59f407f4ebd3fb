-- Written by hand: SQLite adds columns with their constraints in place, so that no table is copied while others refer to it.
ALTER TABLE `listings` ADD `min_days` integer;--> statement-breakpoint
ALTER TABLE `listings` ADD `max_days` integer;--> statement-breakpoint
ALTER TABLE `listings` ADD `week_price_cents` integer CONSTRAINT "listings_week_price" CHECK("week_price_cents" > 0);--> statement-breakpoint
ALTER TABLE `listings` ADD `buffer_days` integer DEFAULT 0 NOT NULL CONSTRAINT "listings_buffer" CHECK("buffer_days" BETWEEN 0 AND 14);--> statement-breakpoint
ALTER TABLE `listings` ADD `delivery_miles` integer;--> statement-breakpoint
ALTER TABLE `listings` ADD `delivery_fee_cents` integer CONSTRAINT "listings_delivery_fee" CHECK("delivery_fee_cents" >= 0);--> statement-breakpoint
ALTER TABLE `bookings` ADD `week_price_cents` integer;--> statement-breakpoint
ALTER TABLE `bookings` ADD `buffer_days` integer DEFAULT 0 NOT NULL CONSTRAINT "bookings_buffer" CHECK("buffer_days" BETWEEN 0 AND 14);--> statement-breakpoint
ALTER TABLE `bookings` ADD `delivery_fee_cents` integer CONSTRAINT "bookings_delivery_fee" CHECK("delivery_fee_cents" BETWEEN 0 AND "total_amount");--> statement-breakpoint
ALTER TABLE `bookings` ADD `delivery_address` text;--> statement-breakpoint
ALTER TABLE `user_blocked_dates` ADD `listing_id` integer REFERENCES `listings`(`id`);
