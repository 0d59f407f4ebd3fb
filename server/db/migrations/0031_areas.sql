CREATE TABLE `place_areas` (
	`neighborhood` text PRIMARY KEY NOT NULL,
	`area` text NOT NULL
) STRICT;
