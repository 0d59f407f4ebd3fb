-- The triggers of this build; one that does not know this migration leaves them alone. SHA-256 of their script:
-- b8e9b0d16a87e0a72e6d1802b6f98a7b5b5e7917793252f99d8069c0c5a6d58d
SELECT 1;
