/*
 * model_form.h
 *		The stored form of aer_model.
 *
 * A header, then what the flags say, one after another without gaps, in the
 * order of the flags:
 *		double		weight[d]
 *		FORECAST	ModelForecastForm
 *		RANGE		ModelRangeForm
 *		LINK		ModelLinkForm
 *		LOSS		ModelLossForm
 *		STATE		ModelStateForm, with MEASURES ModelMeasuresForm,
 *					double vectors[vectors * d]
 *		PARTIAL		ModelPartialForm, double vectors[vectors * d]
 *		char		learner[learner_bytes], JSON text that ends with NUL
 *		NAMES		uint8 type[d] (AttributeType), d strings, each ending with NUL
 *		TWO_VALUES	nothing
 *
 * STATE and PARTIAL exclude each other.  Numbers are in the machine's byte order.
 * What a learner is, its name in the JSON text says; no number stands for it.
 * Numbers that a later release adds get flags from 0x200 on and stand before the
 * text, where they are aligned.
 */
#ifndef AER_MODEL_FORM_H
#define AER_MODEL_FORM_H

#include "pg/aer.h"
#include "pg/values/model.h"

#define MODEL_FORECAST	0x01
#define MODEL_RANGE		0x02	/* predictions are held to that of the target */
#define MODEL_LINK		0x04	/* only with TWO_VALUES */
#define MODEL_STATE		0x08	/* the model can be continued */
#define MODEL_NAMES		0x10	/* it was trained on rows */
#define MODEL_TWO_VALUES 0x20	/* the target takes the ends of RANGE only */
#define MODEL_LOSS		0x40
#define MODEL_MEASURES	0x80	/* only with STATE */
#define MODEL_PARTIAL	0x100	/* it predicts from any known attributes */

/* The flags that this release reads. */
#define MODEL_FLAGS \
	(MODEL_FORECAST | MODEL_RANGE | MODEL_LINK | MODEL_STATE | MODEL_NAMES | MODEL_TWO_VALUES | \
	 MODEL_LOSS | MODEL_MEASURES | MODEL_PARTIAL)

struct AerModel
{
	int32		vl_len_;
	uint16		format;			/* NEWEST_FORMAT */
	uint16		kind;			/* 0 */
	uint32		flags;
	uint32		d;				/* attributes */
	uint32		vectors;		/* of d numbers each, in STATE or PARTIAL; else 0 */
	uint32		target;			/* TargetType */
	uint32		learner_bytes;	/* with its NUL */
	uint32		names_bytes;	/* of all of NAMES; else 0 */
	uint64		skipped;		/* rows left out for NULL features or target */
	uint64		rows;			/* learned from */
	uint64		draws;			/* of attributes, repeats included; 0: not counted */
	uint64		reads;			/* attribute values read */
	uint64		mistakes;		/* of the mistake-driven learners */
	double		intercept;
	double		weight[FLEXIBLE_ARRAY_MEMBER];
};

/* Forecast of the squared error on new rows; NaN: unknown. */
typedef struct ModelForecastForm
{
	double		mse;
	double		se;				/* its standard error */
} ModelForecastForm;

/* The smallest and largest target: predictions are clamped to them. */
typedef struct ModelRangeForm
{
	double		low;
	double		high;
} ModelRangeForm;

/*
 * Of a two-valued target: the prediction is low + (high - low) P with
 * P = 1 / (1 + exp(-(slope * z + offset))), z the linear prediction.
 */
typedef struct ModelLinkForm
{
	double		slope;
	double		offset;
} ModelLinkForm;

/* How good predictions of rows were before these were learned from: LearnerLoss. */
typedef struct ModelLossForm
{
	double		mse;
	double		mean_mse;
	double		se;
} ModelLossForm;

/* What a learner goes on from: LearnerState, but for the ledger above. */
typedef struct ModelStateForm
{
	uint64		generator_0;
	uint64		generator_1;
	uint64		unsettled;
	double		factor;
	double		factor_sum;
	double		settled_factor;
	double		offset;
	double		intercept;
	double		intercept_sum;
	double		target_mean;
	double		target_max;
	double		threshold;
	double		threshold_sum;
} ModelStateForm;

/* And of one that is measured; StreamShrinkage as it stands there. */
typedef struct ModelMeasuresForm
{
	double		target_low;
	double		target_high;
	double		target_unit;
	double		gradients;
	double		length[20];
} ModelMeasuresForm;

/*
 * What a model needs to predict from any known attributes, beside what it says
 * elsewhere: PartialHead.  Its vectors are the means of the attributes, D, b / D,
 * psi, and then the rows of L, one after another.
 */
typedef struct ModelPartialForm
{
	double		y_mean;
	double		y_variance;
	double		lambda;
	double		length;
	double		error;
	double		gap;
	double		spread;
	double		slope;
	double		offset;
} ModelPartialForm;

#define AT(type, field, where) \
	StaticAssertDecl(offsetof(type, field) == (where), "stored form of aer_model changed")

AT(struct AerModel, format, 4);
AT(struct AerModel, kind, 6);
AT(struct AerModel, flags, 8);
AT(struct AerModel, d, 12);
AT(struct AerModel, vectors, 16);
AT(struct AerModel, target, 20);
AT(struct AerModel, learner_bytes, 24);
AT(struct AerModel, names_bytes, 28);
AT(struct AerModel, skipped, 32);
AT(struct AerModel, rows, 40);
AT(struct AerModel, draws, 48);
AT(struct AerModel, reads, 56);
AT(struct AerModel, mistakes, 64);
AT(struct AerModel, intercept, 72);
AT(struct AerModel, weight, 80);
AT(ModelForecastForm, se, 8);
AT(ModelRangeForm, high, 8);
AT(ModelLinkForm, offset, 8);
AT(ModelStateForm, generator_0, 0);
AT(ModelStateForm, generator_1, 8);
AT(ModelStateForm, unsettled, 16);
AT(ModelStateForm, factor, 24);
AT(ModelStateForm, factor_sum, 32);
AT(ModelStateForm, settled_factor, 40);
AT(ModelStateForm, offset, 48);
AT(ModelStateForm, intercept, 56);
AT(ModelStateForm, intercept_sum, 64);
AT(ModelStateForm, target_mean, 72);
AT(ModelStateForm, target_max, 80);
AT(ModelStateForm, threshold, 88);
AT(ModelStateForm, threshold_sum, 96);
AT(ModelLossForm, mean_mse, 8);
AT(ModelLossForm, se, 16);
AT(ModelMeasuresForm, target_low, 0);
AT(ModelMeasuresForm, target_high, 8);
AT(ModelMeasuresForm, target_unit, 16);
AT(ModelMeasuresForm, gradients, 24);
AT(ModelMeasuresForm, length, 32);
AT(ModelPartialForm, y_mean, 0);
AT(ModelPartialForm, y_variance, 8);
AT(ModelPartialForm, lambda, 16);
AT(ModelPartialForm, length, 24);
AT(ModelPartialForm, error, 32);
AT(ModelPartialForm, gap, 40);
AT(ModelPartialForm, spread, 48);
AT(ModelPartialForm, slope, 56);
AT(ModelPartialForm, offset, 64);
StaticAssertDecl(sizeof(ModelForecastForm) == 16 && sizeof(ModelRangeForm) == 16 &&
				 sizeof(ModelLinkForm) == 16 && sizeof(ModelStateForm) == 104 &&
				 sizeof(ModelLossForm) == 24 && sizeof(ModelMeasuresForm) == 192 &&
				 sizeof(ModelPartialForm) == 72,
				 "stored form of aer_model changed");
#undef AT

/* Bytes of what every model may have, which stands before what continuing needs. */
static inline Size
model_head_bytes(const AerModel *model)
{
	return offsetof(AerModel, weight) + sizeof(double) * model->d +
		(model->flags & MODEL_FORECAST ? sizeof(ModelForecastForm) : 0) +
		(model->flags & MODEL_RANGE ? sizeof(ModelRangeForm) : 0) +
		(model->flags & MODEL_LINK ? sizeof(ModelLinkForm) : 0) +
		(model->flags & MODEL_LOSS ? sizeof(ModelLossForm) : 0);
}

#endif							/* AER_MODEL_FORM_H */
