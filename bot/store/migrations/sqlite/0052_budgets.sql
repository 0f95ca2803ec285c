-- What all processes together may still ask of others: JSON, see bot/store/budgets.py. A row is changed under its lock.
CREATE TABLE budgets (
    name TEXT PRIMARY KEY,
    state TEXT NOT NULL
);
INSERT INTO budgets (name, state) VALUES ('discord', '{}');
