ALTER TABLE `users` ADD `operator_role` text DEFAULT 'support' NOT NULL;--> statement-breakpoint
UPDATE `users` SET `operator_role` = 'admin' WHERE `is_operator` = 1;
