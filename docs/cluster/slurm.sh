#!/bin/bash
# A run in as many partitions as the array has tasks:
#   sbatch --array=1-16 slurm.sh CASE...
# and when it is done, on any machine with the same program:
#   collisionbench merge partitions/*
# A task that is killed and queued again goes on from what it had finished.
#SBATCH --job-name=collisionbench
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
set -eu
collisionbench run "$@" \
    --partition "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
    --out "partitions/$SLURM_ARRAY_TASK_ID" \
    --threads "${SLURM_CPUS_PER_TASK:-1}"
