"""Problems that no R package has: CUBE, CUBE-NM and Syn1 to Syn3, made anew; MNIST and heart, below DATA."""

import gzip
import os
import pathlib

import numpy as np
import pandas

# Turney's prices of heart in dollars: the first of a panel also pays its fee.
HEART_PRICES = """(SELECT aer_prices(name, cost, panel, fee) FROM (VALUES
    ('age', 1, NULL, NULL), ('sex', 1, NULL, NULL), ('cp', 1, NULL, NULL), ('trestbps', 1, NULL, NULL),
    ('chol', 5.17, 'blood', 2.10), ('fbs', 3.10, 'blood', 2.10), ('restecg', 15.50, NULL, NULL),
    ('thalach', 1, 'thallium', 101.90), ('thal', 1, 'thallium', 101.90), ('exang', 1, 'exercise', 86.30),
    ('oldpeak', 1, 'exercise', 86.30), ('slope', 1, 'exercise', 86.30), ('ca', 100.90, NULL, NULL))
    AS test (name, cost, panel, fee))"""


def table(x, y):
    """The columns of x as x1, x2, ... beside y."""
    rows = pandas.DataFrame(x, columns=[f"x{j + 1}" for j in range(x.shape[1])])
    rows["y"] = y
    return rows


def cube_columns(rng, label, columns, noise):
    """Noise about one half, but for columns c, c + 1 and c + 2 of class c, which hold the bits of c."""
    x = rng.normal(.5, .3, (len(label), columns))
    bit = np.arange(3)
    told = (label[:, None] >> bit & 1) + rng.normal(0, noise, (len(label), 3))
    np.put_along_axis(x, label[:, None] + bit, told, axis=1)
    return x


def cube(rng):
    label = rng.integers(8, size=20000)
    return table(cube_columns(rng, label, 20, .3), np.char.add("class ", label.astype(str)))


def cube_nm(rng):
    """The first column says which block of ten columns holds the class; the other four are noise."""
    label, context = rng.integers(8, size=20000), rng.integers(5, size=20000)
    blocks = [np.where((context == c)[:, None], cube_columns(rng, label, 10, .1), rng.normal(.5, .3, (20000, 10)))
              for c in range(5)]
    return table(np.column_stack([context + rng.normal(0, .1, 20000), *blocks]), np.char.add("class ", label.astype(str)))


def syn(below, above):
    """Two values; the sign of the last of 11 columns says which of two logits holds."""
    def rows(rng):
        x = rng.normal(size=(30000, 11))
        logit = np.where(x[:, 10] < 0, below(x), above(x))
        return table(x, (rng.random(30000) * (1 + np.exp(logit)) < 1).astype(int))
    return rows


def product(x):
    return 4 * x[:, 0] * x[:, 1]


def sphere(x):
    return 1.2 * np.square(x[:, 2:6]).sum(axis=1) - 4.2


def curves(x):
    return -10 * np.sin(.2 * x[:, 6]) + np.abs(x[:, 7]) + x[:, 8] + np.exp(-x[:, 9]) - 2.4


def mnist(rng):
    """20,000 images at random and another 5,000 to test on: a column for each pixel."""
    folder = pathlib.Path(os.environ["DATA"]) / "mnist"
    pixel, digit = (np.frombuffer(gzip.open(folder / name).read(), np.uint8, offset=header) for name, header
                    in (("train-images-idx3-ubyte.gz", 16), ("train-labels-idx1-ubyte.gz", 8)))
    some = rng.permutation(len(digit))[:25000]
    rows = pandas.DataFrame(pixel.reshape(len(digit), -1)[some].astype(int))
    rows.columns = [f"p{row}_{column}" for row in range(28) for column in range(28)]
    rows["digit"] = [f"digit {value}" for value in digit[some]]
    return rows


def heart(rng):
    """Is the patient ill?"""
    names = "age sex cp trestbps chol fbs restecg thalach exang oldpeak slope ca thal ill"
    file = pathlib.Path(os.environ["DATA"]) / "medical_costs/heart/processed.cleveland.data"
    rows = pandas.read_csv(file, names=names.split(), na_values="?")
    return rows.assign(ill=(rows["ill"] > 0).astype(int))


PROBLEMS = {"cube": cube, "cube_nm": cube_nm, "syn1": syn(product, sphere), "syn2": syn(product, curves),
            "syn3": syn(sphere, curves), "mnist": mnist, "heart": heart}


def problem(name):
    """The rows of one of PROBLEMS, the same in each run."""
    return PROBLEMS[name](np.random.default_rng(56))
