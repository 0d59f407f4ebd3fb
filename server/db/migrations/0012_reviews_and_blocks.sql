CREATE TABLE `person_blocks` (
	`user_id` integer NOT NULL,
	`blocked_id` integer NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `blocked_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`blocked_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "person_blocks_sides" CHECK("person_blocks"."user_id" <> "person_blocks"."blocked_id")
) STRICT;
--> statement-breakpoint
CREATE INDEX `person_blocks_blocked` ON `person_blocks` (`blocked_id`);--> statement-breakpoint
CREATE TABLE `reviews` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer,
	`purchase_id` integer,
	`author_id` integer NOT NULL,
	`subject_id` integer NOT NULL,
	`listing_id` integer,
	`item_id` integer,
	`stars` integer NOT NULL,
	`points` text NOT NULL,
	`content` text NOT NULL,
	`created_at` text NOT NULL,
	`reveals_at` text NOT NULL,
	`revealed_at` text,
	`hidden_at` text,
	`answer` text,
	`answered_at` text,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`purchase_id`) REFERENCES `made_to_order_purchases`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subject_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`item_id`) REFERENCES `made_to_order_items`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "reviews_deal" CHECK(("reviews"."booking_id" IS NULL) <> ("reviews"."purchase_id" IS NULL)),
	CONSTRAINT "reviews_stars" CHECK("reviews"."stars" BETWEEN 1 AND 5),
	CONSTRAINT "reviews_sides" CHECK("reviews"."author_id" <> "reviews"."subject_id")
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `reviews_booking` ON `reviews` (`booking_id`,`author_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `reviews_purchase` ON `reviews` (`purchase_id`,`author_id`);--> statement-breakpoint
CREATE INDEX `reviews_author` ON `reviews` (`author_id`);--> statement-breakpoint
CREATE INDEX `reviews_subject` ON `reviews` (`subject_id`);--> statement-breakpoint
CREATE INDEX `reviews_listing` ON `reviews` (`listing_id`);--> statement-breakpoint
CREATE INDEX `reviews_item` ON `reviews` (`item_id`);--> statement-breakpoint
CREATE INDEX `reviews_waiting` ON `reviews` (`reveals_at`) WHERE "reviews"."revealed_at" IS NULL;--> statement-breakpoint
ALTER TABLE `listings` ADD `review_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `listings` ADD `review_stars` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `made_to_order_items` ADD `review_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `made_to_order_items` ADD `review_stars` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `review_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `review_stars` integer DEFAULT 0 NOT NULL;