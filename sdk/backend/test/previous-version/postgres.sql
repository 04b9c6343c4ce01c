CREATE TABLE public.blocks (
    chain text NOT NULL,
    number bigint NOT NULL,
    hash text NOT NULL
);
CREATE TABLE public.checkpoints (
    chain text NOT NULL,
    block bigint NOT NULL,
    start bigint NOT NULL
);
CREATE TABLE public.events (
    id text NOT NULL,
    received bigint NOT NULL,
    happened bigint NOT NULL,
    domain text NOT NULL,
    url text NOT NULL,
    event text NOT NULL,
    project text,
    address text,
    properties text NOT NULL
);
CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.nft_documents (
    chain text NOT NULL,
    token text NOT NULL,
    token_id text NOT NULL,
    state text NOT NULL,
    facts text,
    fetched bigint NOT NULL
);
CREATE TABLE public.nft_moves (
    chain text NOT NULL,
    hash text NOT NULL,
    place bigint NOT NULL,
    block bigint NOT NULL,
    token text NOT NULL,
    standard text NOT NULL,
    token_id text NOT NULL,
    sender text NOT NULL,
    recipient text NOT NULL,
    amount text NOT NULL,
    mass bigint NOT NULL
);
CREATE TABLE public.nonces (
    nonce text NOT NULL,
    issued bigint NOT NULL,
    used bigint
);
CREATE TABLE public.participants (
    address text NOT NULL,
    "time" bigint NOT NULL,
    chain text NOT NULL,
    block bigint NOT NULL,
    place bigint NOT NULL,
    hash text NOT NULL
);
CREATE TABLE public.price_samples (
    asset text NOT NULL,
    currency text NOT NULL,
    "time" bigint NOT NULL,
    price text NOT NULL
);
CREATE TABLE public.sign_ins (
    browser text NOT NULL,
    address text NOT NULL,
    network text NOT NULL,
    issued bigint NOT NULL,
    expires bigint NOT NULL
);
CREATE TABLE public.tokens (
    chain text NOT NULL,
    address text NOT NULL,
    name text,
    symbol text,
    decimals bigint
);
CREATE TABLE public.transactions (
    chain text NOT NULL,
    hash text NOT NULL,
    block bigint NOT NULL,
    place bigint NOT NULL,
    "time" bigint NOT NULL,
    sender text NOT NULL,
    recipient text,
    nonce bigint NOT NULL,
    status text NOT NULL,
    selector text,
    payee text
);
CREATE TABLE public.transfers (
    chain text NOT NULL,
    hash text NOT NULL,
    place bigint NOT NULL,
    block bigint NOT NULL,
    token text NOT NULL,
    sender text NOT NULL,
    recipient text NOT NULL,
    amount text NOT NULL
);
INSERT INTO public.blocks VALUES ('eip155:1', 100, '0xb1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1');
INSERT INTO public.blocks VALUES ('eip155:1', 101, '0xb2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2');
INSERT INTO public.checkpoints VALUES ('eip155:1', 101, 0);
INSERT INTO public.kysely_migration VALUES ('0001-history', '2026-11-28T16:32:57.406Z');
INSERT INTO public.kysely_migration VALUES ('0002-events', '2026-11-28T16:32:57.449Z');
INSERT INTO public.kysely_migration VALUES ('0003-sign-in', '2026-11-28T16:32:57.514Z');
INSERT INTO public.kysely_migration VALUES ('0004-nfts', '2026-11-28T16:32:57.609Z');
INSERT INTO public.kysely_migration VALUES ('0005-nft-order', '2026-11-28T16:32:57.615Z');
INSERT INTO public.kysely_migration VALUES ('0006-payee', '2026-11-28T16:32:57.617Z');
INSERT INTO public.kysely_migration VALUES ('0007-price-samples', '2026-11-28T16:32:57.717Z');
INSERT INTO public.kysely_migration_lock VALUES ('migration_lock', 0);
INSERT INTO public.nft_documents VALUES ('eip155:1', '0x3333333333333333333333333333333333333333', '7', 'missing', NULL, 1793000000000);
INSERT INTO public.nft_moves VALUES ('eip155:1', '0xa2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2', 4, 101, '0x3333333333333333333333333333333333333333', 'erc721', '7', '0x2222222222222222222222222222222222222222', '0x1111111111111111111111111111111111111111', '1', 0);
INSERT INTO public.participants VALUES ('0x1111111111111111111111111111111111111111', 1793000000, 'eip155:1', 100, 0, '0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1');
INSERT INTO public.participants VALUES ('0x2222222222222222222222222222222222222222', 1793000000, 'eip155:1', 100, 0, '0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1');
INSERT INTO public.participants VALUES ('0x1111111111111111111111111111111111111111', 1795900000, 'eip155:1', 101, 3, '0xa2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2');
INSERT INTO public.participants VALUES ('0x2222222222222222222222222222222222222222', 1795900000, 'eip155:1', 101, 3, '0xa2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2');
INSERT INTO public.tokens VALUES ('eip155:1', '0x3333333333333333333333333333333333333333', 'Portico Dollar', 'PUSD', 6);
INSERT INTO public.transactions VALUES ('eip155:1', '0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1', 100, 0, 1793000000, '0x1111111111111111111111111111111111111111', '0x3333333333333333333333333333333333333333', 1, 'confirmed', '0xa9059cbb', '0x2222222222222222222222222222222222222222');
INSERT INTO public.transactions VALUES ('eip155:1', '0xa2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2', 101, 3, 1795900000, '0x2222222222222222222222222222222222222222', '0x1111111111111111111111111111111111111111', 9, 'confirmed', NULL, NULL);
INSERT INTO public.transfers VALUES ('eip155:1', '0xa1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1', 2, 100, '0x3333333333333333333333333333333333333333', '0x1111111111111111111111111111111111111111', '0x2222222222222222222222222222222222222222', '5000000');
INSERT INTO public.transfers VALUES ('eip155:1', '0xa2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2', -1, 101, 'native', '0x2222222222222222222222222222222222222222', '0x1111111111111111111111111111111111111111', '7');
ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT blocks_key PRIMARY KEY (chain, number);
ALTER TABLE ONLY public.checkpoints
    ADD CONSTRAINT checkpoints_pkey PRIMARY KEY (chain);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.nft_documents
    ADD CONSTRAINT nft_documents_key PRIMARY KEY (chain, token, token_id);
ALTER TABLE ONLY public.nft_moves
    ADD CONSTRAINT nft_moves_key PRIMARY KEY (chain, hash, place);
ALTER TABLE ONLY public.nonces
    ADD CONSTRAINT nonces_pkey PRIMARY KEY (nonce);
ALTER TABLE ONLY public.participants
    ADD CONSTRAINT participants_key PRIMARY KEY (address, "time", chain, block, place);
ALTER TABLE ONLY public.price_samples
    ADD CONSTRAINT price_samples_key PRIMARY KEY (asset, currency, "time");
ALTER TABLE ONLY public.sign_ins
    ADD CONSTRAINT sign_ins_key PRIMARY KEY (browser, address, network);
ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT tokens_key PRIMARY KEY (chain, address);
ALTER TABLE ONLY public.transactions
    ADD CONSTRAINT transactions_key PRIMARY KEY (chain, hash);
ALTER TABLE ONLY public.transfers
    ADD CONSTRAINT transfers_key PRIMARY KEY (chain, hash, place);
CREATE INDEX events_received ON public.events USING btree (received);
CREATE INDEX nft_documents_fetched ON public.nft_documents USING btree (fetched);
CREATE INDEX nft_moves_block ON public.nft_moves USING btree (chain, block);
CREATE INDEX nft_moves_item ON public.nft_moves USING btree (chain, recipient, token, token_id, block, place);
CREATE INDEX nft_moves_received ON public.nft_moves USING btree (chain, recipient, block, place);
CREATE INDEX nonces_issued ON public.nonces USING btree (issued);
CREATE INDEX participants_block ON public.participants USING btree (chain, block);
CREATE INDEX price_samples_time ON public.price_samples USING btree ("time");
CREATE INDEX sign_ins_expires ON public.sign_ins USING btree (expires);
CREATE INDEX transactions_block ON public.transactions USING btree (chain, block);
CREATE INDEX transfers_block ON public.transfers USING btree (chain, block);
