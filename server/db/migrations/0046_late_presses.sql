CREATE TABLE `block_presses` (
	`user_id` integer NOT NULL,
	`blocked_id` integer NOT NULL,
	`pressed_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `blocked_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`blocked_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `block_presses_blocked` ON `block_presses` (`blocked_id`);--> statement-breakpoint
ALTER TABLE `reviews` ADD `answer_hidden_at` text;