-- 118 more ZIP codes have a neighborhood: people who registered with one of them, and their listings, get it.
UPDATE `sync_clock` SET `open` = 1, `base` = `seq`;
--> statement-breakpoint
WITH places(code, name) AS (VALUES
  ('10008', 'Financial District'), ('10015', 'Financial District'), ('10043', 'Financial District'), ('10045', 'Financial District'),
  ('10046', 'Financial District'), ('10047', 'Financial District'), ('10048', 'Financial District'), ('10079', 'Financial District'),
  ('10081', 'Financial District'), ('10094', 'Financial District'), ('10095', 'Financial District'), ('10096', 'Financial District'),
  ('10099', 'Financial District'), ('10184', 'Financial District'), ('10196', 'Financial District'), ('10197', 'Financial District'),
  ('10203', 'Financial District'), ('10211', 'Financial District'), ('10212', 'Financial District'), ('10213', 'Financial District'),
  ('10242', 'Financial District'), ('10249', 'Financial District'), ('10256', 'Financial District'), ('10257', 'Financial District'),
  ('10258', 'Financial District'), ('10259', 'Financial District'), ('10260', 'Financial District'), ('10261', 'Financial District'),
  ('10265', 'Financial District'), ('10268', 'Financial District'), ('10269', 'Financial District'), ('10270', 'Financial District'),
  ('10272', 'Financial District'), ('10273', 'Financial District'), ('10274', 'Financial District'), ('10275', 'Financial District'),
  ('10292', 'Financial District'), ('10055', 'Midtown East'), ('10150', 'Midtown East'), ('10060', 'Chelsea'),
  ('10072', 'Chelsea'), ('10087', 'Chelsea'), ('10090', 'Chelsea'), ('10098', 'Chelsea'),
  ('10113', 'Chelsea'), ('10114', 'Chelsea'), ('10116', 'Chelsea'), ('10117', 'Chelsea'),
  ('10124', 'Chelsea'), ('10125', 'Chelsea'), ('10126', 'Chelsea'), ('10129', 'Chelsea'),
  ('10130', 'Chelsea'), ('10131', 'Chelsea'), ('10132', 'Chelsea'), ('10133', 'Chelsea'),
  ('10138', 'Chelsea'), ('10161', 'Chelsea'), ('10199', 'Chelsea'), ('10080', 'Battery Park City'),
  ('10285', 'Battery Park City'), ('10082', 'Upper West Side'), ('10101', 'Hell''s Kitchen'), ('10108', 'Hell''s Kitchen'),
  ('10109', 'Hell''s Kitchen'), ('10102', 'Midtown'), ('10104', 'Midtown'), ('10105', 'Midtown'),
  ('10106', 'Midtown'), ('10107', 'Midtown'), ('10120', 'Midtown'), ('10121', 'Midtown'),
  ('10149', 'Midtown'), ('10163', 'Midtown'), ('10164', 'Midtown'), ('10175', 'Midtown'),
  ('10176', 'Midtown'), ('10177', 'Midtown'), ('10178', 'Midtown'), ('10179', 'Midtown'),
  ('10185', 'Midtown'), ('10122', 'Garment District'), ('10123', 'Garment District'), ('10156', 'Murray Hill'),
  ('10157', 'Murray Hill'), ('10158', 'Murray Hill'), ('10159', 'Gramercy Park'), ('10160', 'Gramercy Park'),
  ('10276', 'East Village'), ('10277', 'East Village'), ('10278', 'Tribeca'), ('10286', 'Tribeca'),
  ('10313', 'New Springville'), ('10499', 'Concourse'), ('11120', 'Long Island City'), ('11202', 'Downtown Brooklyn'),
  ('11240', 'Downtown Brooklyn'), ('11244', 'Downtown Brooklyn'), ('11245', 'Downtown Brooklyn'), ('11247', 'Downtown Brooklyn'),
  ('11248', 'Downtown Brooklyn'), ('11254', 'Downtown Brooklyn'), ('11255', 'Downtown Brooklyn'), ('11256', 'Downtown Brooklyn'),
  ('11351', 'College Point'), ('11352', 'Flushing'), ('11381', 'Flushing'), ('11390', 'Flushing'),
  ('11380', 'Elmhurst'), ('11386', 'Ridgewood'), ('11405', 'Jamaica'), ('11431', 'Jamaica'),
  ('11499', 'Jamaica'), ('11424', 'Kew Gardens'), ('11425', 'St. Albans'), ('11439', 'Fresh Meadows'),
  ('11690', 'Far Rockaway'), ('11695', 'Breezy Point'))
UPDATE `users` SET `neighborhood` = (SELECT name FROM places WHERE code = substr(trim(`zip_code`), 1, 5))
WHERE `neighborhood` IS NULL AND substr(trim(`zip_code`), 1, 5) IN (SELECT code FROM places) AND (length(trim(`zip_code`)) = 5 OR trim(`zip_code`) GLOB '?????-[0-9][0-9][0-9][0-9]');
--> statement-breakpoint
WITH places(code, name) AS (VALUES
  ('10008', 'Financial District'), ('10015', 'Financial District'), ('10043', 'Financial District'), ('10045', 'Financial District'),
  ('10046', 'Financial District'), ('10047', 'Financial District'), ('10048', 'Financial District'), ('10079', 'Financial District'),
  ('10081', 'Financial District'), ('10094', 'Financial District'), ('10095', 'Financial District'), ('10096', 'Financial District'),
  ('10099', 'Financial District'), ('10184', 'Financial District'), ('10196', 'Financial District'), ('10197', 'Financial District'),
  ('10203', 'Financial District'), ('10211', 'Financial District'), ('10212', 'Financial District'), ('10213', 'Financial District'),
  ('10242', 'Financial District'), ('10249', 'Financial District'), ('10256', 'Financial District'), ('10257', 'Financial District'),
  ('10258', 'Financial District'), ('10259', 'Financial District'), ('10260', 'Financial District'), ('10261', 'Financial District'),
  ('10265', 'Financial District'), ('10268', 'Financial District'), ('10269', 'Financial District'), ('10270', 'Financial District'),
  ('10272', 'Financial District'), ('10273', 'Financial District'), ('10274', 'Financial District'), ('10275', 'Financial District'),
  ('10292', 'Financial District'), ('10055', 'Midtown East'), ('10150', 'Midtown East'), ('10060', 'Chelsea'),
  ('10072', 'Chelsea'), ('10087', 'Chelsea'), ('10090', 'Chelsea'), ('10098', 'Chelsea'),
  ('10113', 'Chelsea'), ('10114', 'Chelsea'), ('10116', 'Chelsea'), ('10117', 'Chelsea'),
  ('10124', 'Chelsea'), ('10125', 'Chelsea'), ('10126', 'Chelsea'), ('10129', 'Chelsea'),
  ('10130', 'Chelsea'), ('10131', 'Chelsea'), ('10132', 'Chelsea'), ('10133', 'Chelsea'),
  ('10138', 'Chelsea'), ('10161', 'Chelsea'), ('10199', 'Chelsea'), ('10080', 'Battery Park City'),
  ('10285', 'Battery Park City'), ('10082', 'Upper West Side'), ('10101', 'Hell''s Kitchen'), ('10108', 'Hell''s Kitchen'),
  ('10109', 'Hell''s Kitchen'), ('10102', 'Midtown'), ('10104', 'Midtown'), ('10105', 'Midtown'),
  ('10106', 'Midtown'), ('10107', 'Midtown'), ('10120', 'Midtown'), ('10121', 'Midtown'),
  ('10149', 'Midtown'), ('10163', 'Midtown'), ('10164', 'Midtown'), ('10175', 'Midtown'),
  ('10176', 'Midtown'), ('10177', 'Midtown'), ('10178', 'Midtown'), ('10179', 'Midtown'),
  ('10185', 'Midtown'), ('10122', 'Garment District'), ('10123', 'Garment District'), ('10156', 'Murray Hill'),
  ('10157', 'Murray Hill'), ('10158', 'Murray Hill'), ('10159', 'Gramercy Park'), ('10160', 'Gramercy Park'),
  ('10276', 'East Village'), ('10277', 'East Village'), ('10278', 'Tribeca'), ('10286', 'Tribeca'),
  ('10313', 'New Springville'), ('10499', 'Concourse'), ('11120', 'Long Island City'), ('11202', 'Downtown Brooklyn'),
  ('11240', 'Downtown Brooklyn'), ('11244', 'Downtown Brooklyn'), ('11245', 'Downtown Brooklyn'), ('11247', 'Downtown Brooklyn'),
  ('11248', 'Downtown Brooklyn'), ('11254', 'Downtown Brooklyn'), ('11255', 'Downtown Brooklyn'), ('11256', 'Downtown Brooklyn'),
  ('11351', 'College Point'), ('11352', 'Flushing'), ('11381', 'Flushing'), ('11390', 'Flushing'),
  ('11380', 'Elmhurst'), ('11386', 'Ridgewood'), ('11405', 'Jamaica'), ('11431', 'Jamaica'),
  ('11499', 'Jamaica'), ('11424', 'Kew Gardens'), ('11425', 'St. Albans'), ('11439', 'Fresh Meadows'),
  ('11690', 'Far Rockaway'), ('11695', 'Breezy Point'))
UPDATE `listings` SET `neighborhood` = (SELECT name FROM places WHERE code = substr(trim(`zip_code`), 1, 5))
WHERE `neighborhood` IS NULL AND substr(trim(`zip_code`), 1, 5) IN (SELECT code FROM places) AND (length(trim(`zip_code`)) = 5 OR trim(`zip_code`) GLOB '?????-[0-9][0-9][0-9][0-9]');
--> statement-breakpoint
UPDATE `sync_clock` SET `open` = 0;
