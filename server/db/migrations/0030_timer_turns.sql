CREATE TABLE `timer_turns` (
	`name` text PRIMARY KEY NOT NULL,
	`at` text NOT NULL
) STRICT;
