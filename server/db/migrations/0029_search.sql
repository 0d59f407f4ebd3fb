CREATE TABLE `search_state` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`seq` integer NOT NULL,
	CONSTRAINT "search_state_one" CHECK("search_state"."id" = 1)
) STRICT;
--> statement-breakpoint
CREATE TABLE `search_words` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`word` text NOT NULL,
	`n` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `search_words_word` ON `search_words` (`word`);--> statement-breakpoint
CREATE INDEX `search_words_unused` ON `search_words` (`n`) WHERE n <= 0;--> statement-breakpoint
CREATE INDEX `listings_price` ON `listings` (`price_cents`,`id`);--> statement-breakpoint
CREATE VIRTUAL TABLE `listing_texts` USING fts5(title, labels, description, filters, tokenize = 'unicode61 remove_diacritics 2');--> statement-breakpoint
CREATE VIRTUAL TABLE `search_word_parts` USING fts5(word, content = '', contentless_delete = 1, tokenize = 'trigram');--> statement-breakpoint
CREATE TRIGGER `search_words_added` AFTER INSERT ON `search_words` BEGIN INSERT INTO `search_word_parts` (`rowid`, `word`) VALUES (NEW.`id`, '  ' || NEW.`word` || '  '); END;--> statement-breakpoint
CREATE TRIGGER `search_words_gone` AFTER DELETE ON `search_words` BEGIN DELETE FROM `search_word_parts` WHERE `rowid` = OLD.`id`; END;
