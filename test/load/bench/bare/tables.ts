// The tables of the baselines: the data of ours without journal, encryption and the state of workflows.
import type { Sql } from 'postgres'

export async function createBareTables(sql: Sql): Promise<void> {
  await sql.unsafe(`
    create schema bare;
    create table bare.transaction (
      id uuid primary key, tenant text not null, mode text not null,
      created_at timestamptz not null, fields jsonb not null
    );
    create table bare.token (
      id uuid primary key, transaction_id uuid not null references bare.transaction,
      created_at timestamptz not null, expires_at timestamptz not null, replied_at timestamptz,
      code text not null, address text not null
    );
    create index on bare.token (transaction_id, created_at);
    create index on bare.token (address, created_at);
    create table bare.message (
      id uuid primary key, transaction_id uuid not null references bare.transaction,
      content text not null, created_at timestamptz not null
    );
    create index on bare.message (transaction_id);
    create table bare.challenge (
      id uuid primary key, transaction_id uuid not null references bare.transaction,
      created_at timestamptz not null, expires_at timestamptz not null, phone text not null,
      message_id text, sent_at timestamptz, delivered_at timestamptz, read_at timestamptz,
      replied_at timestamptz, reply_option integer
    );
    create index on bare.challenge (transaction_id, created_at);
    create table bare.event (key text primary key, received_at timestamptz not null);
    create table bare.score (
      id uuid primary key, transaction_id uuid not null references bare.transaction,
      value integer not null, created_at timestamptz not null
    );
    create table bare.result (
      id uuid primary key, transaction_id uuid not null references bare.transaction,
      module text not null, value integer not null, created_at timestamptz not null
    );
    create table bare.insights (
      transaction_id uuid primary key references bare.transaction, insights jsonb not null
    );
    create table bare.answer (
      tenant text not null, operation text not null, key text not null,
      transaction_id uuid not null references bare.transaction, answer jsonb not null,
      created_at timestamptz not null, primary key (tenant, operation, key)
    );
    create index on bare.answer (created_at)`)
}
