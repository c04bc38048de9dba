"""A run in partitions on the workers of a Dask cluster, through the Python module.

    python partitions.py CASE N [SCHEDULER]

The workers share this folder. Without a scheduler two processes of this machine are the cluster.
"""

import os
import sys

from dask.distributed import Client, LocalCluster, as_completed


def partition(case, k, count, folder):
    """Computes one partition; what an earlier call finished is not computed again."""
    import collisionbench as cb

    os.chdir(folder)
    cb.run(case, partition=f"{k}/{count}", out=f"partitions/{k}", threads=1)
    return k


def main(case, count, scheduler=None):
    import collisionbench as cb

    cluster = None if scheduler else LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None)
    with Client(scheduler or cluster) as client:
        tasks = [client.submit(partition, case, k, count, os.getcwd(), pure=False) for k in range(1, count + 1)]
        for task in as_completed(tasks):
            print(f"partition {task.result()} of {count}")
    if cluster:
        cluster.close()
    print(cb.merge(*(f"partitions/{k}" for k in range(1, count + 1)), out="reports/latest")["checks"])


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), *sys.argv[3:4])
