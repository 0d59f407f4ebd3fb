CREATE TABLE `question_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`question_id` integer NOT NULL,
	`sender_id` integer NOT NULL,
	`content` text NOT NULL,
	`created_at` text NOT NULL,
	`composed_at` text,
	`client_id` text,
	FOREIGN KEY (`question_id`) REFERENCES `questions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sender_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `question_messages_question` ON `question_messages` (`question_id`);--> statement-breakpoint
CREATE INDEX `question_messages_sender` ON `question_messages` (`sender_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `question_messages_client` ON `question_messages` (`sender_id`,`client_id`);--> statement-breakpoint
CREATE TABLE `questions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`listing_id` integer,
	`item_id` integer,
	`user_id` integer NOT NULL,
	`owner_id` integer NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`listing_id`) REFERENCES `listings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`item_id`) REFERENCES `made_to_order_items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "questions_thing" CHECK(("questions"."listing_id" IS NULL) <> ("questions"."item_id" IS NULL)),
	CONSTRAINT "questions_sides" CHECK("questions"."user_id" <> "questions"."owner_id")
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `questions_listing` ON `questions` (`listing_id`,`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `questions_item` ON `questions` (`item_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `questions_user` ON `questions` (`user_id`);--> statement-breakpoint
CREATE INDEX `questions_owner` ON `questions` (`owner_id`);