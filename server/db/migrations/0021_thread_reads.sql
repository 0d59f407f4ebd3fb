CREATE TABLE `thread_reads` (
	`user_id` integer NOT NULL,
	`about` text NOT NULL,
	`about_id` integer NOT NULL,
	`message_id` integer NOT NULL,
	`at` text NOT NULL,
	PRIMARY KEY(`user_id`, `about`, `about_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
