// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/places.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>

#include <cmath>

namespace nestloom::testing {

/// A file of resources/schema, with the words of JSON Schema that it needs; any other word is an error.
class JsonSchema {
public:
    explicit JsonSchema(const QString& name)
    {
        QFile file(QStringLiteral(NESTLOOM_SOURCE_DIR "/resources/schema/") + name);
        if (file.open(QIODevice::ReadOnly))
            m_root = QJsonDocument::fromJson(file.readAll()).object();
    }

    /// Where and how a text breaks the schema; empty when it keeps to it.
    QString complaint(const QString& text) const
    {
        const QJsonDocument document = QJsonDocument::fromJson(text.toUtf8());
        if (document.isNull() || m_root.isEmpty())
            return QStringLiteral("no JSON");
        return check(document.isArray() ? QJsonValue(document.array()) : QJsonValue(document.object()), m_root,
                     QStringLiteral("$"));
    }

    const QJsonObject& root() const { return m_root; }

private:
    static bool isOf(const QJsonValue& value, const QString& type)
    {
        if (type == QLatin1String("integer"))
            return value.isDouble() && std::floor(value.toDouble()) == value.toDouble();
        const QHash<QString, QJsonValue::Type> types{
            {QStringLiteral("number"), QJsonValue::Double}, {QStringLiteral("string"), QJsonValue::String},
            {QStringLiteral("boolean"), QJsonValue::Bool},  {QStringLiteral("array"), QJsonValue::Array},
            {QStringLiteral("object"), QJsonValue::Object}, {QStringLiteral("null"), QJsonValue::Null}};
        return types.contains(type) && value.type() == types[type];
    }

    QString check(const QJsonValue& value, const QJsonObject& schema, const QString& place) const
    {
        for (auto rule = schema.begin(); rule != schema.end(); ++rule)
            if (const QString broken = check(value, schema, rule.key(), rule.value(), place); !broken.isEmpty())
                return broken;
        return {};
    }

    QString check(const QJsonValue& value, const QJsonObject& schema, const QString& word, const QJsonValue& rule,
                  const QString& place) const
    {
        static const QSet<QString> silent{QStringLiteral("$schema"), QStringLiteral("title"),
                                          QStringLiteral("description"), QStringLiteral("$defs")};
        const QString broken = QStringLiteral("%1: %2").arg(place, word);
        const auto list = [&] { return rule.isArray() ? rule.toArray() : QJsonArray{rule}; };
        const auto any = [](const QJsonArray& array, const auto& holds) {
            return std::any_of(array.begin(), array.end(), holds);
        };
        if (silent.contains(word))
            return {};
        if (word == QLatin1String("$ref"))
            return check(value, definition(rule.toString()), place);
        if (word == QLatin1String("anyOf"))
            return checkAny(value, rule.toArray(), place);
        if (word == QLatin1String("type"))
            return any(list(), [&](const QJsonValue& type) { return isOf(value, type.toString()); }) ? QString()
                                                                                                     : broken;
        if (word == QLatin1String("enum") || word == QLatin1String("const"))
            return list().contains(value) ? QString() : broken;
        if (word == QLatin1String("minimum"))
            return value.toDouble() >= rule.toDouble() ? QString() : broken;
        if (word == QLatin1String("required"))
            return checkRequired(value.toObject(), rule.toArray(), place);
        if (word == QLatin1String("properties"))
            return checkMembers(value.toObject(), rule.toObject(), place);
        if (word == QLatin1String("additionalProperties") && rule != QJsonValue(true))
            return checkOthers(value.toObject(), schema[QStringLiteral("properties")].toObject(), rule, place);
        if (word == QLatin1String("items"))
            return checkItems(value.toArray(), rule.toObject(), place);
        return QStringLiteral("the schema has an unknown word ") + word;
    }

    QJsonObject definition(const QString& reference) const
    {
        return m_root[QStringLiteral("$defs")].toObject()[reference.section(QLatin1Char('/'), -1)].toObject();
    }

    QString checkAny(const QJsonValue& value, const QJsonArray& schemas, const QString& place) const
    {
        QStringList reasons;
        for (const QJsonValue& schema : schemas) {
            reasons << check(value, schema.toObject(), place);
            if (reasons.last().isEmpty())
                return {};
        }
        return reasons.join(QStringLiteral("; or "));
    }

    static QString checkRequired(const QJsonObject& object, const QJsonArray& keys, const QString& place)
    {
        for (const QJsonValue& key : keys)
            if (!object.contains(key.toString()))
                return QStringLiteral("%1: lacks %2").arg(place, key.toString());
        return {};
    }

    QString checkMembers(const QJsonObject& object, const QJsonObject& schemas, const QString& place) const
    {
        for (auto member = object.begin(); member != object.end(); ++member)
            if (schemas.contains(member.key()))
                if (const QString broken = check(member.value(), schemas[member.key()].toObject(),
                                                 place + QLatin1Char('.') + member.key());
                    !broken.isEmpty())
                    return broken;
        return {};
    }

    /// Members without a schema of their own keep to `rule`; false = there are none.
    QString checkOthers(const QJsonObject& object, const QJsonObject& known, const QJsonValue& rule,
                        const QString& place) const
    {
        for (const QString& key : object.keys())
            if (!known.contains(key)) {
                const QString broken = rule.isBool()
                                           ? QStringLiteral("%1: does not know %2").arg(place, key)
                                           : check(object[key], rule.toObject(), place + QLatin1Char('.') + key);
                if (!broken.isEmpty())
                    return broken;
            }
        return {};
    }

    QString checkItems(const QJsonArray& items, const QJsonObject& schema, const QString& place) const
    {
        for (const QJsonValue& item : items)
            if (const QString broken = check(item, schema, place + QStringLiteral("[]")); !broken.isEmpty())
                return broken;
        return {};
    }

    QJsonObject m_root;
};

} // namespace nestloom::testing
