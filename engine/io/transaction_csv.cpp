// SPDX-License-Identifier: Apache-2.0
#include "engine/io/transaction_csv.h"

#include "engine/io/text.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

namespace nestloom::io {

namespace {

constexpr std::size_t kColumns = 7;

template <typename Number>
std::optional<Number> numberIn(std::string_view text)
{
    Number value = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && stop == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// Numbers separated by spaces; nothing if one is none.
template <typename Number>
std::optional<std::vector<Number>> numbersIn(std::string_view text)
{
    std::vector<Number> numbers;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        if (end > 0) {
            const auto number = numberIn<Number>(text.substr(0, end));
            if (!number)
                return std::nullopt;
            numbers.push_back(*number);
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return numbers;
}

std::string_view withoutReturn(std::string_view line)
{
    while (!line.empty() && (line.back() == '\r' || line.back() == ' '))
        line.remove_suffix(1);
    return line;
}

/// What is wrong with a line, or nothing.
std::string readLine(std::string_view line, NumberedTransaction& result)
{
    const std::vector<std::string> columns = csvFields(line);
    if (columns.size() != kColumns)
        return "the line does not have " + std::to_string(kColumns) + " columns";
    const auto& number = columns[0];
    const auto& actor = columns[1];
    const auto& operation = columns[2];
    const auto& size = columns[3]; // then the source, which the actor says as well
    const auto& destinations = columns[5];
    const auto& after = columns[6];
    const auto id = numberIn<std::int64_t>(number);
    const auto kind = numberIn<unsigned>(operation);
    const auto actorId = numberIn<noc::EndpointId>(actor);
    const auto amount = numberIn<std::uint32_t>(size);
    if (!id || !actorId || !amount || !kind || *kind > 2)
        return "the line does not begin with number, actor, operation (0, 1 or 2) and size";
    auto ends = numbersIn<noc::EndpointId>(destinations);
    auto waits = numbersIn<std::int64_t>(after);
    if (!ends || !waits)
        return inQuotes(ends ? after : destinations) + " is no list of numbers separated by spaces";
    result.number = *id;
    result.transaction = {static_cast<noc::Operation>(*kind), 0, *actorId, *amount, {}};
    result.destinations = std::move(*ends);
    result.after = std::move(*waits);
    return {};
}

} // namespace

Result<TransactionTable> readTransactionCsv(std::string_view text, const std::string& fileName)
{
    std::vector<NumberedTransaction> transactions;
    std::vector<std::size_t> lines;
    for (std::size_t line = 1; !text.empty(); ++line) {
        const std::string_view raw = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(raw.size() + 1, text.size()));
        const std::string_view content = withoutReturn(raw);
        if (content.empty() || content.front() == '#')
            continue;
        NumberedTransaction transaction;
        if (std::string fault = readLine(content, transaction); !fault.empty())
            return Error{ErrorCode::InvalidInput, std::move(fault), fileName + ":" + std::to_string(line)};
        transactions.push_back(std::move(transaction));
        lines.push_back(line);
    }
    auto table = numberTransactions(transactions);
    if (!table)
        return Error{table.error().code, table.error().message, fileName + ": transaction " + table.error().where};
    return table;
}

Result<TransactionTable> numberTransactions(const std::vector<NumberedTransaction>& transactions)
{
    const auto invalid = [](std::int64_t number, std::string message) {
        return Error{ErrorCode::InvalidInput, std::move(message), std::to_string(number)};
    };
    std::map<std::int64_t, noc::TransactionId> ids;
    TransactionTable table;
    for (const NumberedTransaction& transaction : transactions) {
        if (!table.numbers.empty() && transaction.number <= table.numbers.back())
            return invalid(transaction.number, "the number does not rise above that of the transaction before");
        ids.emplace(transaction.number, noc::TransactionId(table.numbers.size()));
        table.numbers.push_back(transaction.number);
    }
    for (const NumberedTransaction& transaction : transactions) {
        std::vector<noc::TransactionId> after;
        for (const std::int64_t number : transaction.after) {
            const auto found = ids.find(number);
            if (found == ids.end())
                return invalid(transaction.number,
                               "it waits for transaction " + std::to_string(number) + ", which is not there");
            after.push_back(found->second);
        }
        std::ranges::sort(after);
        after.erase(std::unique(after.begin(), after.end()), after.end());
        const bool counts = transaction.transaction.operation == noc::Operation::Count;
        table.list.add(transaction.transaction, counts ? std::vector<noc::EndpointId>() : transaction.destinations,
                       after);
    }
    return table;
}

} // namespace nestloom::io
