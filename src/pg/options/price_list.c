/*
 * price_list.c
 *		Prices of looks, as jsonb.
 */
#include "pg/options/price_list.h"

#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "pg/kernel_call.h"
#include "pg/notice.h"
#include "pg/numbers.h"
#include "pg/numerics.h"
#include "pg/options/json_parts.h"
#include "pg/options/option_lists.h"

#define EXAMPLE "For example {\"chol\": 5.17, \"fbs\": 3.1}, or {\"cost\": {\"chol\": 5.17, \"fbs\": 3.1}, \"panels\": {\"blood\": {\"fee\": 2.1, \"attributes\": [\"chol\", \"fbs\"]}}}; aer_prices() makes it from a table."

/* Called by read_object() for each key. */
typedef void (*ReadKey) (PriceList *list, char *key, JsonbValue *value);

static void
bad_prices(const char *detail)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("prices must be a jsonb object with costs and, optionally, panels"),
			 errdetail("%s", detail),
			 errhint(EXAMPLE)));
}

static JsonbContainer *
object_of(JsonbValue *value, const char *subject)
{
	if (value->type != jbvBinary || !JsonContainerIsObject(value->val.binary.data))
		bad_prices(psprintf("%s is %s, not an object.", subject, json_value_text(value)));
	return value->val.binary.data;
}

static void
read_object(JsonbContainer *json, PriceList *list, ReadKey read)
{
	JsonbIterator *iterator = JsonbIteratorInit(json);
	JsonbValue	key;
	JsonbValue	value;

	while (json_next_key(&iterator, &key, &value))
		read(list, pnstrdup(key.val.string.val, key.val.string.len), &value);
}

int64
price_read(const char *kind, const char *name, double price)
{
	int64		thousandths;

	if (!price_thousandths(price, &thousandths))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the %s of \"%s\" must be from 0 to 1000000000000 with at most three decimals",
						kind, name),
				 errdetail("It is %s.", isfinite(price) ?
						   DatumGetCString(DirectFunctionCall1(float8out, Float8GetDatum(price))) :
						   "NaN or infinite"),
				 errhint("Amounts are kept in thousandths, so that sums are exact. Round it: round(price::numeric, 3).")));
	return thousandths;
}

static int64
read_price(const char *kind, const char *name, const JsonbValue *json)
{
	if (json->type != jbvNumeric)
		bad_prices(psprintf("The %s of \"%s\" is %s.", kind, name, json_value_text(json)));
	return price_read(kind, name, numeric_to_double(NumericGetDatum(json->val.numeric)));
}

static void
read_cost(PriceList *list, char *key, JsonbValue *value)
{
	list->cost[list->n] = read_price("cost", key, value);
	list->panel[list->n] = NO_PANEL;
	list->name[list->n++] = key;
}

/* Reads the attributes of a panel, which gets the next number. */
static void
read_members(PriceList *list, const char *panel, JsonbContainer *json)
{
	JsonbIterator *iterator = JsonbIteratorInit(json);
	JsonbValue	element;
	uint32		members = 0;

	while (json_next_element(&iterator, &element))
	{
		char	   *name;
		int			i;

		if (element.type != jbvString)
			bad_prices(psprintf("Panel \"%s\" has %s among its attributes.", panel,
								json_value_text(&element)));
		name = pnstrdup(element.val.string.val, element.val.string.len);
		i = price_list_find(list, name);
		if (i < 0)
			bad_prices(psprintf("\"%s\", an attribute of panel \"%s\", has no cost.", name, panel));
		if (list->panel[i] != NO_PANEL)
			bad_prices(psprintf(list->panel[i] == list->panels ? "\"%s\" is listed twice in panel \"%s\"." :
								"\"%s\" is listed in panel \"%s\" and in another one.", name, panel));
		list->panel[i] = list->panels;
		members++;
	}
	if (members == 0)
		bad_prices(psprintf("Panel \"%s\" has no attributes.", panel));
}

static void
read_panel(PriceList *list, char *key, JsonbValue *value)
{
	JsonbContainer *panel = object_of(value, psprintf("Panel \"%s\"", key));
	JsonbValue	fee;
	JsonbValue	members;

	if (JsonContainerSize(panel) != 2 ||
		!json_find(panel, "fee", &fee) ||
		!json_find(panel, "attributes", &members) ||
		members.type != jbvBinary || !JsonContainerIsArray(members.val.binary.data))
		bad_prices(psprintf("Panel \"%s\" must have a \"fee\" and an array \"attributes\".", key));
	list->fee[list->panels] = read_price("fee", key, &fee);
	read_members(list, key, members.val.binary.data);
	list->panel_name[list->panels++] = key;
}

static void
check_key(PriceList *list, char *key, JsonbValue *value)
{
	if (strcmp(key, "cost") != 0 && strcmp(key, "panels") != 0)
		bad_prices(psprintf("It has the key \"%s\", but only \"cost\" and \"panels\" are allowed.", key));
}

/* Returns true if a price list has the keys "cost" and "panels", false if it is the costs alone. */
static bool
has_parts(JsonbContainer *json)
{
	JsonbValue	value;

	return json_find(json, "panels", &value) || (json_find(json, "cost", &value) && value.type == jbvBinary);
}

typedef struct NamedCost
{
	char	   *name;			/* first field, as pg_qsort_strcmp() needs */
	int64		cost;
} NamedCost;

/* Sorts costs by name, bytewise; names are unique, because they were keys. */
static void
sort_costs(PriceList *list)
{
	NamedCost  *sorted = palloc(sizeof(NamedCost) * list->n);

	for (uint32 i = 0; i < list->n; i++)
		sorted[i] = (NamedCost) {list->name[i], list->cost[i]};
	qsort(sorted, list->n, sizeof(NamedCost), pg_qsort_strcmp);
	for (uint32 i = 0; i < list->n; i++)
	{
		list->name[i] = sorted[i].name;
		list->cost[i] = sorted[i].cost;
	}
	pfree(sorted);
}

void
price_list_read(JsonbContainer *json, PriceList *list)
{
	bool		parts = has_parts(json);
	JsonbValue	value;
	JsonbContainer *part = json;
	Prices		prices;
	uint32		where;

	memset(list, 0, sizeof(PriceList));
	if (parts)
	{
		read_object(json, list, check_key);
		if (!json_find(json, "cost", &value))
			bad_prices("It has no key \"cost\".");
		part = object_of(&value, "\"cost\"");
	}
	if (JsonContainerSize(part) == 0)
		bad_prices(parts ? "\"cost\" is empty." : "It is empty.");
	list->name = palloc(sizeof(char *) * JsonContainerSize(part));
	list->cost = palloc(sizeof(int64) * JsonContainerSize(part));
	list->panel = palloc(sizeof(uint32) * JsonContainerSize(part));
	read_object(part, list, read_cost);
	sort_costs(list);

	if (parts && json_find(json, "panels", &value) &&
		value.type != jbvNull)
	{
		part = object_of(&value, "\"panels\"");
		list->panel_name = palloc(sizeof(char *) * Max(JsonContainerSize(part), 1));
		list->fee = palloc(sizeof(int64) * Max(JsonContainerSize(part), 1));
		read_object(part, list, read_panel);
	}
	prices = price_list_prices(list);
	if (prices_check(&prices, &where) == PRICES_TOO_MUCH)
		bad_prices("The sum of all prices is too large.");
}

PriceList
price_list_of(Jsonb *json)
{
	PriceList	list;

	if (!JB_ROOT_IS_OBJECT(json))
		bad_prices("It is not an object.");
	price_list_read(&json->root, &list);
	return list;
}

int
price_list_find(const PriceList *list, const char *name)
{
	char	  **found = bsearch(&name, list->name, list->n, sizeof(char *), pg_qsort_strcmp);

	return found ? (int) (found - list->name) : -1;
}

/* A message shows at most this many names. */
#define NAMES_SHOWN 10

static void
show_name(StringInfo names, uint32 *n, const char *name)
{
	if ((*n)++ < NAMES_SHOWN)
		appendStringInfo(names, "%s\"%s\"", names->len ? ", " : "", name);
}

static const char *
names_text(StringInfo names, uint32 n)
{
	if (n > NAMES_SHOWN)
		appendStringInfo(names, " and %u more", n - NAMES_SHOWN);
	return names->data;
}

/* Checks that numbers have no leading zeros, so that no attribute has two prices. */
static void
check_look_numbers(const PriceList *list)
{
	for (uint32 i = 0; i < list->n; i++)
	{
		const char *name = list->name[i];

		CHECK_FOR_INTERRUPTS();
		if (name[0] < '1' || name[0] > '9' || strspn(name, "0123456789") != strlen(name))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("prices for arrays must be given by attribute number"),
					 errdetail("There is a price for \"%s\".", name),
					 errhint("Name the attributes \"1\", \"2\" and so on, without leading zeros.")));
	}
}

static void
notice_unused(const PriceList *list, const bool *used)
{
	StringInfoData names;
	uint32		n = 0;

	initStringInfo(&names);
	for (uint32 i = 0; i < list->n; i++)
		if (!used[i])
			show_name(&names, &n, list->name[i]);
	if (n > 0)
		notice_once(psprintf("prices of names that are not attributes are ignored: %s",
							 names_text(&names, n)));
	pfree(names.data);
}

void
price_list_notice_unaffordable(const PriceList *list, int64 budget,
							   const NameList *include, const NameList *exclude)
{
	Prices		prices = price_list_prices(list);
	StringInfoData names;
	uint32		n = 0;

	initStringInfo(&names);
	for (uint32 i = 0; i < list->n; i++)
		if (prices_with_fee(&prices, i) > budget && !name_list_has(exclude, list->name[i]) &&
			(include->n == 0 || name_list_has(include, list->name[i])))
			show_name(&names, &n, list->name[i]);
	if (n > 0)
		notice_once(psprintf("attributes that cost more than the budget are never read: %s",
							 names_text(&names, n)));
	pfree(names.data);
}

/* Numbers the panels that have looks. */
static void
number_panels(const PriceList *list, uint32 n, Prices *prices, uint32 *panel)
{
	uint32	   *number = palloc(sizeof(uint32) * list->panels);
	int64	   *fee = palloc(sizeof(int64) * list->panels);

	memset(number, 0xff, sizeof(uint32) * list->panels);
	for (uint32 i = 0; i < n; i++)
	{
		if (panel[i] == NO_PANEL)
			continue;
		if (number[panel[i]] == NO_PANEL)
		{
			fee[prices->panels] = list->fee[panel[i]];
			number[panel[i]] = prices->panels++;
		}
		panel[i] = number[panel[i]];
	}
	prices->fee = fee;
	pfree(number);
}

/* Bytes of the number of a look as text, at most. */
#define NUMBER_SIZE 16

/* Returns the name of a look, or the number of an array element, printed into number[NUMBER_SIZE]. */
static const char *
look_text(char *const *name, uint32 look, char *number)
{
	if (name)
		return name[look];
	snprintf(number, NUMBER_SIZE, "%u", look + 1);
	return number;
}

void
price_list_refuse_lacking(uint32 n, char *const *name, const bool *lacking, const char *remedy)
{
	StringInfoData names;
	uint32		count = 0;
	char		number[NUMBER_SIZE];

	initStringInfo(&names);
	for (uint32 look = 0; look < n; look++)
		if (lacking[look])
			show_name(&names, &count, look_text(name, look, number));
	if (count > 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("attributes have no price: %s", names_text(&names, count)),
				 errhint("Give each attribute a cost (0 if its value is known anyway), or %s.", remedy)));
	pfree(names.data);
}

Prices
price_list_resolve(const PriceList *list, uint32 n, char *const *name, bool *lacking)
{
	Work	   *work = kernel_work();
	int64	   *cost = WORK_ARRAY(work, n, int64);
	uint32	   *panel = WORK_ARRAY(work, n, uint32);
	bool	   *used = palloc0(sizeof(bool) * list->n);
	bool	   *missing = lacking ? lacking : WORK_ARRAY(work, n, bool);
	Prices		prices = {.looks = n, .cost = cost, .panel = panel};
	char		number[NUMBER_SIZE];

	if (name == NULL)
		check_look_numbers(list);
	for (uint32 i = 0; i < n; i++)
	{
		int			at;

		CHECK_FOR_INTERRUPTS();
		at = price_list_find(list, look_text(name, i, number));
		missing[i] = at < 0;
		cost[i] = missing[i] ? 0 : list->cost[at];
		panel[i] = missing[i] ? NO_PANEL : list->panel[at];
		if (!missing[i])
			used[at] = true;
	}
	if (!lacking)
		price_list_refuse_lacking(n, name, missing, "leave the attribute out");
	notice_unused(list, used);
	number_panels(list, n, &prices, panel);
	pfree(used);
	return prices;
}

/* Returns the default prices, 1 for each look. */
static Prices
one_each(uint32 n)
{
	int64	   *cost = WORK_ARRAY(kernel_work(), n, int64);

	for (uint32 look = 0; look < n; look++)
		cost[look] = 1000;
	return (Prices) {.looks = n, .cost = cost};
}

/* Returns the prices of a design.  Sets `several` if its moments merged designs with different prices. */
static PriceList
list_of_design(JsonbContainer *design, bool *several)
{
	PriceList	list = {0};
	JsonbValue	value;

	if (!JsonContainerIsObject(design) ||
		!json_find(design, "prices", &value))
		return list;
	*several = value.type == jbvString;
	if (value.type == jbvBinary && JsonContainerIsObject(value.val.binary.data))
		price_list_read(value.val.binary.data, &list);
	return list;
}

bool
price_list_in_force(JsonbContainer *design, Jsonb *user_prices, uint32 n, char *const *name,
					bool *lacking, Prices *prices)
{
	bool		several = false;
	PriceList	list = {0};

	if (user_prices)
		list = price_list_of(user_prices);
	else if (design)
		list = list_of_design(design, &several);
	*prices = list.n == 0 ? one_each(n) : price_list_resolve(&list, n, name, lacking);
	return !several;
}

int64
budget_thousandths(double budget)
{
	int64		thousandths;

	if (budget >= (double) NO_BUDGET / 1000)
		return NO_BUDGET;
	return price_thousandths(budget, &thousandths) ? thousandths : (int64) floor(budget * 1000);
}
