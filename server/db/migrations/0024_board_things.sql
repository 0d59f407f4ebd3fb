CREATE TABLE `board_things` (
	`board_key` text NOT NULL,
	`kind` text NOT NULL,
	`thing_id` integer NOT NULL,
	`pieces` integer NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`board_key`, `kind`, `thing_id`),
	FOREIGN KEY (`board_key`) REFERENCES `boards`(`key`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "board_things_kind" CHECK("board_things"."kind" IN ('listing', 'item')),
	CONSTRAINT "board_things_pieces" CHECK("board_things"."pieces" > 0)
) STRICT;
--> statement-breakpoint
ALTER TABLE `boards` ADD `place` text;--> statement-breakpoint
ALTER TABLE `boards` ADD `guests` integer;