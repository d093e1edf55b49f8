#!/usr/bin/python3
"""r² of learners of scikit-learn that read full rows, on thirds held out.

	bench/columns.py FOLDER >results.csv

Of every FOLDER/NAME.csv, which bench/columns writes: y is the target, and the k-th letter
of held_out says whether split k holds the row out.  "splines" is additive: cubic splines
of numbers, one indicator for each word and for NULL, a ridge penalty (of two classes
logistic regression); "trees" are boosted.  Both find their settings by cross-validation
within the rows that they learn from.  Of two classes it is the r² of the probability.
"""
import csv
import pathlib
import sys
import warnings

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegressionCV, RidgeCV
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import SplineTransformer, StandardScaler


def as_number(text):
    try:
        return float(text) if text else np.nan
    except ValueError:
        return None


class Column:
    """Numbers, NaN where there is none, or the words of the rows that are learned from."""

    def __init__(self, texts, learned):
        numbers = [as_number(t) for t in texts]
        self.of_words = None in numbers
        self.null = np.array([t == "" for t in texts])
        if self.of_words:
            self.words = sorted(set(np.array(texts)[learned]) - {""})
            self.values = np.array([self.words.index(t) if t in self.words else np.nan for t in texts])
        else:
            self.values = np.array(numbers)

    def spread(self, learned):
        """The attributes of an additive model."""
        parts = []
        if self.of_words:
            parts = [self.values == k for k in range(len(self.words))]
        elif np.nanmin(self.values[learned]) < np.nanmax(self.values[learned]):
            filled = np.where(self.null, np.nanmedian(self.values[learned]), self.values)[:, None]
            splines = SplineTransformer(n_knots=5, knots="quantile", extrapolation="linear")
            if len(np.unique(filled[learned])) <= 10:
                parts = [filled[:, 0]]
            else:
                parts = list(splines.fit(filled[learned]).transform(filled).T)
        if self.null.any():
            parts.append(self.null)
        return parts


def probability(model, x, two_valued):
    return model.predict_proba(x)[:, 1] if two_valued else model.predict(x)


def splines(columns, y, learned, two_valued):
    x = np.array([part for c in columns for part in c.spread(learned)], float).T
    if two_valued:
        learner = LogisticRegressionCV(Cs=np.logspace(-4, 2, 13), scoring="neg_log_loss", max_iter=1000)
    else:
        learner = RidgeCV(np.logspace(-2, 5, 22))
    model = make_pipeline(StandardScaler(), learner).fit(x[learned], y[learned])
    return probability(model, x[~learned], two_valued)


def trees(columns, y, learned, two_valued):
    x = np.array([c.values for c in columns]).T
    learner = (HistGradientBoostingClassifier if two_valued else HistGradientBoostingRegressor)(
        learning_rate=0.05, random_state=1, categorical_features=[c.of_words for c in columns])
    search = GridSearchCV(learner, {"max_leaf_nodes": [3, 12], "max_iter": [60, 250]}, cv=3,
                          scoring="neg_log_loss" if two_valued else None).fit(x[learned], y[learned])
    return probability(search, x[~learned], two_valued)


def main(folder):
    warnings.simplefilter("ignore", ConvergenceWarning)
    out = csv.writer(sys.stdout)
    for path in sorted(pathlib.Path(folder).glob("*.csv")):
        with open(path, newline="") as file:
            rows = list(csv.DictReader(file))
        y = np.array([float(r["y"]) for r in rows])
        two_valued = len(set(y)) == 2
        if two_valued:
            y = (y == y.max()).astype(float)
        for split in range(len(rows[0]["held_out"])):
            learned = np.array([r["held_out"][split] == "0" for r in rows])
            columns = [Column([r[name] for r in rows], learned) for name in rows[0]
                       if name not in ("id", "y", "held_out")]
            for learner in (splines, trees):
                wrong = learner(columns, y, learned, two_valued) - y[~learned]
                out.writerow([path.stem, "", learner.__name__, split + 1, 1 - np.mean(wrong**2) / np.var(y[~learned]), ""])
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
