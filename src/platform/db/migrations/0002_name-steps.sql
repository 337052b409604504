ALTER TABLE "pack_module" RENAME COLUMN "module" TO "step";--> statement-breakpoint
ALTER TABLE "pack_module" RENAME CONSTRAINT "pack_module_run_id_module_pk" TO "pack_module_run_id_step_pk";--> statement-breakpoint
ALTER TABLE "pack_module" ADD COLUMN "taken" uuid;--> statement-breakpoint
ALTER TABLE "score" ADD COLUMN "step" text NOT NULL;--> statement-breakpoint
ALTER TABLE "score" DROP CONSTRAINT "score_run_id_module_pk";--> statement-breakpoint
ALTER TABLE "score" ADD CONSTRAINT "score_run_id_step_pk" PRIMARY KEY("run_id","step");
