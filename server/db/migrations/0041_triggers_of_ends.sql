-- The triggers of this build; one that does not know this migration leaves them alone. SHA-256 of their script:
-- f539c1f99385447da5619156cf6a3cad32073a0213fb2d2e51be701801719f60
SELECT 1;
