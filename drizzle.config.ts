import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './src/**/{table,store}.ts',
  out: './src/platform/db/migrations',
})
