CREATE TABLE `post_links` (
	`kind` text NOT NULL,
	`thing_id` integer NOT NULL,
	`post_id` integer NOT NULL,
	PRIMARY KEY(`kind`, `thing_id`, `post_id`),
	FOREIGN KEY (`post_id`) REFERENCES `inspiration_posts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `post_links_post` ON `post_links` (`post_id`);