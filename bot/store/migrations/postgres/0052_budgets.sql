CREATE TABLE budgets (
    name TEXT COLLATE "C" PRIMARY KEY,
    state TEXT COLLATE "C" NOT NULL
);
INSERT INTO budgets (name, state) VALUES ('discord', '{}');
