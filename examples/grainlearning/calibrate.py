"""GrainLearning starts from the prior of a fit: python calibrate.py FOLDER

FOLDER is the report of `collisionbench fit`. Needs `pip install grainlearning`.

GrainLearning is given a second experiment that the fit has not seen: the heights of six successive bounces of the same
ball, h_n = h_0 e^(2 n), made up here. Put your own measurements and simulation in place of `heights` and `simulate`.
"""

import json
import os
import sys

import numpy as np
from grainlearning import BayesianCalibration, IODynamicSystem

folder = os.path.abspath(sys.argv[1])
with open(f"{folder}/grainlearning.json") as file:
    prior = json.load(file)
prior["param_data_file"] = f"{folder}/{prior['param_data_file']}"

bounces = np.arange(1, 7)
heights = 0.5 * 0.906 ** (2 * bounces)  # m, made up
np.savetxt("bounces.txt", np.column_stack([bounces, heights]), header="bounce height")


def simulate(calibration):
    """One row a sample: the heights of the bounces."""
    e = calibration.system.param_data[:, [0]]
    calibration.system.sim_data = (0.5 * e ** (2 * bounces))[:, None, :]


calibration = BayesianCalibration.from_dict(
    {
        "num_iter": 1,
        "system": prior
        | {
            "system_type": IODynamicSystem,
            "sim_name": "bounces",
            "sigma_max": 1.0,  # GrainLearning looks below it for the error that leaves `ess_target` of the samples
            "sigma_tol": 1e-6,
            "sim_data_dir": "sim_data",
            "obs_data_file": "bounces.txt",
            "obs_names": ["height"],
            "ctrl_name": "bounce",
        },
        "inference": {"Bayes_filter": {"ess_target": 0.3}, "sampling": {"max_num_components": 1, "seed": 0}},
        "save_fig": -1,
    }
)
system, inference = calibration.system, calibration.inference
system.load_param_data()
inference.add_curr_param_data_to_list(system.param_data)
samples = system.param_data
print(f"prior:     {len(samples)} samples, e = {samples.mean():.4f} +- {samples.std(ddof=1):.4f}")
simulate(calibration)
inference.solve(system)
e, cv = system.estimated_params[-1, 0], system.estimated_params_cv[-1, 0]
print(f"posterior: e = {e:.4f} +- {e * cv:.4f}")
