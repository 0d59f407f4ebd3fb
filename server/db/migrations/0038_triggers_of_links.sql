-- The triggers of this build; one that does not know this migration leaves them alone. SHA-256 of their script:
-- c660f338cdcd2b93791b4a6b59ba07c6061407bee8d87ff90fc5c84a3686c7c8
SELECT 1;
